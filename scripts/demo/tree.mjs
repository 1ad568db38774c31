// Reads a folder tree as data: what a restore has to bring back.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

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
    createReadStream(path)
      .on('data', (chunk) => hash.update(chunk))
      .on('end', () => resolve(hash.digest('hex')))
      .on('error', reject)
  })

const kindOf = (stat) =>
  stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : stat.isSymbolicLink() ? 'link' : 'other'

// Restored links carry whole microseconds, rounded up: kopia sets their time with lutimes.
const linkTime = (ns) => ((ns + 999n) / 1000n) * 1000n

const entryOf = async (path, stat) => {
  const kind = kindOf(stat)
  const facts = [kind, (Number(stat.mode) & 0o7777).toString(8), `${stat.uid}:${stat.gid}`]
  const content =
    kind === 'file' ? [stat.size.toString(), await sha256(path)] : kind === 'link' ? [await readlink(path)] : []
  return {
    kind,
    facts: [...facts, ...content].join(' '),
    recorded: stat.mtimeNs,
    mtime: kind === 'link' ? linkTime(stat.mtimeNs) : stat.mtimeNs,
  }
}

const readTree = async (folder) => {
  const tree = new Map()
  for await (const path of walk(folder)) {
    const stat = await lstat(path, { bigint: true })
    if (kindOf(stat) !== 'other') tree.set(relative(folder, path), await entryOf(path, stat))
  }
  return tree
}

// kopia gives a directory the newest time below it, not its own.
const newestBelow = (tree) => {
  const newest = new Map()
  for (const [path, { recorded }] of tree)
    for (let above = dirname(path); above !== '.'; above = dirname(above))
      if (recorded > (newest.get(above) ?? 0n)) newest.set(above, recorded)
  return newest
}

const lines = (tree, timeOf) =>
  new Map([...tree].map(([path, entry]) => [path, `${entry.facts} ${timeOf(path, entry)}`]))

/** Path to one line of facts: kind, mode, owner, mtime in nanoseconds, and bytes or link target. */
export const describeTree = async (folder) => lines(await readTree(folder), (_path, { mtime }) => mtime)

/** The same as it must be after a restore: directories carry the newest time below them. */
export const describeExpected = async (folder) => {
  const tree = await readTree(folder)
  const newest = newestBelow(tree)
  return lines(tree, (path, { kind, mtime }) => (kind === 'directory' ? (newest.get(path) ?? mtime) : mtime))
}

/** Paths that differ, with both sides; empty when every byte, mode, owner, link and mtime is the same. */
export const differences = (expected, actual) =>
  [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((path) => expected.get(path) !== actual.get(path))
    .map((path) => ({ path, expected: expected.get(path) ?? 'absent', actual: actual.get(path) ?? 'absent' }))
