// Reads a folder tree as data: what a restore has to bring back.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join, relative } from 'node:path'

const walk = async function* (folder) {
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    yield path
    if (entry.isDirectory()) yield* walk(path)
  }
}

/** Counts regular files and their bytes. */
export const survey = async (folder) => {
  let files = 0
  let bytes = 0
  for await (const path of walk(folder)) {
    const stat = await lstat(path)
    if (!stat.isFile()) continue
    files += 1
    bytes += stat.size
  }
  return { files, bytes }
}

const sha256 = (path) =>
  new Promise((resolve, reject) => {
    const hash = createHash('sha256')
    createReadStream(path).on('data', (chunk) => hash.update(chunk)).on('end', () => resolve(hash.digest('hex'))).on('error', reject)
  })

const kindOf = (stat) => (stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : stat.isSymbolicLink() ? 'link' : 'other')

const describeEntry = async (path, stat) => {
  const kind = kindOf(stat)
  const facts = [kind, (Number(stat.mode) & 0o7777).toString(8), `${stat.uid}:${stat.gid}`, stat.mtimeNs.toString()]
  if (kind === 'file') return [...facts, stat.size.toString(), await sha256(path)].join(' ')
  if (kind === 'link') return [...facts, await readlink(path)].join(' ')
  return facts.join(' ')
}

/** Path to one line of facts: kind, mode, owner, mtime in nanoseconds, and bytes or link target. */
export const describeTree = async (folder) => {
  const tree = new Map()
  for await (const path of walk(folder)) {
    const stat = await lstat(path, { bigint: true })
    if (kindOf(stat) !== 'other') tree.set(relative(folder, path), await describeEntry(path, stat))
  }
  return tree
}

/** Paths that differ, with both sides; empty when every byte, mode, owner, link and mtime is the same. */
export const differences = (expected, actual) =>
  [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((path) => expected.get(path) !== actual.get(path))
    .map((path) => ({ path, expected: expected.get(path) ?? 'absent', actual: actual.get(path) ?? 'absent' }))
