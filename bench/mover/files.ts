import { createCipheriv, createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SMALLEST = 512
const LARGEST = 1_900_000
const FILES_IN_FOLDER = 50

/** Numbers between 0 and 1 from a seed (mulberry32). */
const random = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Sizes as on a file server: many small files, a few that hold most of the bytes; their sum is exactly `bytes`. */
const sizes = (files: number, bytes: number, next: () => number): ReadonlyArray<number> => {
  const weights = Array.from({ length: files }, () =>
    Math.exp(2.04 * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
  )
  const fit = (factor: number) =>
    weights.map((weight) => Math.round(Math.min(LARGEST, Math.max(SMALLEST, weight * factor))))
  const total = (of: ReadonlyArray<number>) => of.reduce((sum, size) => sum + size, 0)
  let [low, high] = [1, LARGEST]
  while (high - low > 0.5) {
    const middle = (low + high) / 2
    if (total(fit(middle)) < bytes) low = middle
    else high = middle
  }
  const found = fit(low)
  const rest = bytes - total(found)
  return [...found.slice(0, -1), (found.at(-1) ?? 0) + rest]
}

const content = (seed: number, size: number): Buffer => {
  const key = createHash('sha256').update(`file ${seed}`).digest()
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size))
}

/** Writes `files` files with `bytes` bytes in all, the same for the same seed; the content does not compress. */
export const writeFiles = (folder: string, files: number, bytes: number, seed: number): void => {
  const next = random(seed)
  sizes(files, bytes, next).forEach((size, at) => {
    const parent = join(folder, `folder-${Math.floor(at / FILES_IN_FOLDER)}`)
    if (at % FILES_IN_FOLDER === 0) mkdirSync(parent, { recursive: true })
    writeFileSync(join(parent, `file-${at}`), content(seed * 1_000_003 + at, Math.max(0, size)))
  })
}
