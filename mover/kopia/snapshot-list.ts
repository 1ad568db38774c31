import { type Command, command } from './command'
import { flag } from './flag'

/**
 * All snapshots of the repository, or those with one tag. kopia's own filter by source also returns parent folders, and
 * with `--json` it ignores `--all` and `--incomplete`, so every further choice is made by the reader.
 */
export const snapshotList = (tag?: { readonly key: string; readonly value: string }): Command =>
  command.control('snapshot list', ['--json', ...flag('--tags', tag && `${tag.key}:${tag.value}`)])

/** kopia prints `[`, one element a line, `]`; the separating comma ends a line. Undefined for a line without an element. */
export const elementOf = (line: string): string | undefined => {
  const text = line.trim().replace(/^\[/, '').replace(/,$/, '')
  return text === '' || text === ']' ? undefined : text
}
