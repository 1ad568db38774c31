import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const golden = (name: string): unknown => JSON.parse(readFileSync(join(__dirname, 'golden', `${name}.json`), 'utf8'))

/** A body as the real Metacontroller sent it, or an answer it was given. */
export const recorded = (name: string): Record<string, unknown> => golden(name) as Record<string, unknown>

/** The text of a body with everything that differs from run to run made equal: UIDs and versions by their order. */
export const normalized = (value: unknown): string => {
  const names = new Map<string, string>()
  const name = (prefix: string, text: string): string => {
    const known = names.get(text) ?? `${prefix}-${names.size}`
    names.set(text, known)
    return known
  }
  return JSON.stringify(
    value,
    (key, entry: unknown) => {
      if (key === 'managedFields') return undefined
      if (key === 'resourceVersion') return 'version'
      return typeof entry === 'string' && /Timestamp$|^startTime$/.test(key) ? 'time' : entry
    },
    1,
  ).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uid) => name('uid', uid))
}
