import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** kopia takes a file of the same size and time for the same file, so that other bytes must have another time. */
const timeOf = (seed: string, index: number): number =>
  1_700_000_000 + createHash('sha256').update(seed).digest().readUInt16BE() * 100 + index

/** Writes files whose bytes follow from their number and the seed; some are links, some have odd modes. */
export const writeFiles = (folder: string, count: number, seed = 'first'): void => {
  Array.from({ length: count }, (_unused, index) => index).forEach((index) => {
    const path = join(folder, `dir-${index % 7}`, `file-${index}.txt`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(
      path,
      createHash('sha256')
        .update(`${seed} ${index}`)
        .digest('hex')
        .repeat(1 + (index % 64)),
    )
    chmodSync(path, index % 3 === 0 ? 0o664 : 0o644)
    utimesSync(path, timeOf(seed, index), timeOf(seed, index))
  })
  symlinkSync('dir-0/file-0.txt', join(folder, 'link'))
}

const factOf = (path: string): string => {
  const stat = lstatSync(path)
  const mode = (stat.mode & 0o777).toString(8)
  if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`
  if (stat.isDirectory()) return `directory ${mode}`
  return `file ${mode} ${Math.floor(stat.mtimeMs / 1000)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`
}

/** Every path below the folder with kind, mode, mtime and content. */
export const describeFiles = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((path) => [relative('.', path), factOf(join(folder, path))]),
  )

export const emptyFolder = (folder: string): void =>
  readdirSync(folder).forEach((name) => rmSync(join(folder, name), { recursive: true, force: true }))
