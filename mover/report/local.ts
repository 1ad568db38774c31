import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reporter } from '../capabilities'

/** Writes a file that is either the old one or the whole new one, also after a power cut. */
const writeAtomically = async (folder: string, name: string, content: string): Promise<void> => {
  const temporary = join(folder, `.${name}.${process.pid}`)
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, join(folder, name))
  const directory = await open(folder, 'r')
  await directory.sync().finally(() => directory.close())
}

/** Reports to `outcome.json` and `progress.json` in a folder, where Jobs run as processes. */
export const localReporter = (folder: string): Reporter => ({
  outcome: (outcome) => writeAtomically(folder, 'outcome.json', JSON.stringify(outcome)),
  progress: (progress) => writeAtomically(folder, 'progress.json', JSON.stringify(progress)),
})
