import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Reporter } from '../capabilities'
import { newestChoice } from './newest-choice'

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
  earlier: async () => newestChoice(await earlierReports(folder)),
})

/** Reports of the attempts before: every attempt has a numbered folder, and the same name for its reports in it. */
const earlierReports = async (folder: string): Promise<ReadonlyArray<string>> => {
  const attempt = dirname(folder)
  const numbers = (await readdir(dirname(attempt)).catch(() => [])).filter((name) => /^\d+$/.test(name))
  const before = numbers.map(Number).filter((number) => number < Number(basename(attempt)))
  const texts = before
    .sort((a, b) => a - b)
    .map((number) => readFile(join(dirname(attempt), String(number), basename(folder), 'progress.json'), 'utf8'))
  return (await Promise.allSettled(texts)).flatMap((read) => (read.status === 'fulfilled' ? [read.value] : []))
}
