// What people do to their files between two backups: change a few, add one, delete one.
import { appendFile, lstat, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const firstFiles = async (folder, wanted, found = []) => {
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (found.length >= wanted) break
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await firstFiles(path, wanted, found)
    else if (entry.isFile() && (await lstat(path)).size < 100_000) found.push(path)
  }
  return found
}

/** Changes 20 small files, deletes one and adds one. Returns how many paths were touched. */
export const changeFiles = async (folder) => {
  const [deleted, ...changed] = await firstFiles(folder, 21)
  for (const path of changed) await appendFile(path, '\nchanged between two backups\n')
  await rm(deleted)
  await writeFile(join(folder, 'added-between-two-backups.txt'), 'a new file\n')
  return changed.length + 2
}
