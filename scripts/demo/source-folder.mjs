// Finds real files on this machine and copies them, as they are, into a folder of our own.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { survey } from './tree.mjs'

export const MIN_FILES = 5_000
export const MIN_BYTES = 200 * 1024 * 1024
const ENOUGH_BYTES = 600 * 1024 * 1024

const goRoot = () => {
  try {
    return execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

const candidates = (productRoot) =>
  [
    goRoot() && join(goRoot(), 'src'),
    goRoot() && join(goRoot(), 'pkg'),
    join(productRoot, 'node_modules'),
    '/usr/share',
    '/usr/lib',
  ].filter((folder) => folder && existsSync(folder))

/** Copies whole folders with owners, modes, links and times until there are files and bytes enough. */
export const fillFolder = async (target, productRoot) => {
  mkdirSync(target, { recursive: true })
  const taken = []
  for (const folder of candidates(productRoot)) {
    const before = await survey(target)
    if (before.files >= MIN_FILES && before.bytes >= MIN_BYTES) break
    const size = await survey(folder)
    if (before.bytes + size.bytes > ENOUGH_BYTES && before.bytes >= MIN_BYTES) continue
    execFileSync('cp', ['-a', folder, join(target, `${taken.length + 1}-${basename(folder)}`)])
    taken.push(folder)
  }
  const total = await survey(target)
  if (total.files < MIN_FILES || total.bytes < MIN_BYTES)
    throw new Error(
      `found only ${total.files} files and ${total.bytes} bytes on this machine; the demo wants ${MIN_FILES} and ${MIN_BYTES}`,
    )
  return { ...total, from: taken }
}
