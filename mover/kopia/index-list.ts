import { type Command, command } from './command'

/** Active index blobs, one a line as `snapshot list` prints them. */
export const indexList = (): Command => command.control('index list', ['--json'])
