import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reporter } from '../capabilities'

/**
 * Readers see the old file or the whole new one. It is not forced to the disk: that would wait for all the data that kopia
 * has just written, and a report lost in a power cut is made again by the next attempt.
 */
const writeAtomically = async (folder: string, name: string, content: string): Promise<void> => {
  const temporary = join(folder, `.${name}.${process.pid}`)
  await writeFile(temporary, content, { mode: 0o600 })
  await rename(temporary, join(folder, name))
}

/** Reports to `outcome.json` and `progress.json` in a folder, where Jobs run as processes. */
export const localReporter = (folder: string): Reporter => ({
  outcome: (outcome) => writeAtomically(folder, 'outcome.json', JSON.stringify(outcome)),
  progress: (progress) => writeAtomically(folder, 'progress.json', JSON.stringify(progress)),
})
