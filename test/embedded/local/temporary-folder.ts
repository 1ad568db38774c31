import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

/** A folder that `removeFolders` takes away again. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kopiur-local-'))
  folders.push(folder)
  return folder
}

export const removeFolders = (): void =>
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }))
