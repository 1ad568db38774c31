import { type Command, command } from './command'

/** Deletes by manifest id. An argument that is no manifest id would name a content and delete all that share it. */
export const snapshotDelete = (ids: ReadonlyArray<string>): Command =>
  command.control('snapshot delete', [...ids, '--delete'])
