import { ftruncateSync, writeSync } from 'node:fs'

/** Writes all of a text, however many calls it takes; its length in bytes. */
export const writeAll = (file: number, text: string): number => {
  const bytes = Buffer.from(text)
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
  return bytes.length
}

/** All of it or, on a full disk, nothing: half a line in the middle would make the whole journal unreadable. */
export const writeWhole = (file: number, end: number, text: string): number => {
  try {
    return writeAll(file, text)
  } catch (failure) {
    ftruncateSync(file, end)
    throw failure
  }
}
