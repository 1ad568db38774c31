import { linkSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import { identify, isAlive, type ProcessIdentity } from './process-identity'

/** Gives the folder back. */
export type Release = () => void

/**
 * Takes a state folder for this process. Locks are numbered files; the highest one counts. A dead holder's is overtaken
 * by linking the next number, which only one of many can do, and which shows a whole file or none.
 */
export const acquireLock = (folder: string): E.Either<ProcessIdentity, Release> => {
  const self = identify(process.pid) ?? { pid: process.pid, start: '' }
  const draft = join(folder, `.lock-draft-${process.pid}`)
  writeFileSync(draft, JSON.stringify(self), { mode: 0o600 })
  try {
    for (;;) {
      const numbers = lockNumbers(folder)
      const last = numbers[numbers.length - 1] ?? 0
      const holder = last === 0 ? undefined : readHolder(lockPath(folder, last))
      if (holder !== undefined && isAlive(holder)) return E.left(holder)
      if (!link(draft, lockPath(folder, last + 1))) continue
      numbers.forEach((number) => rmSync(lockPath(folder, number), { force: true }))
      return E.right(() => rmSync(lockPath(folder, last + 1), { force: true }))
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Who holds the folder now. */
export const lockHolder = (folder: string): ProcessIdentity | undefined => {
  const last = lockNumbers(folder).pop()
  const holder = last === undefined ? undefined : readHolder(lockPath(folder, last))
  return holder !== undefined && isAlive(holder) ? holder : undefined
}

const lockPath = (folder: string, number: number): string => join(folder, `lock.${number}`)

const lockNumbers = (folder: string): number[] =>
  readdirSync(folder)
    .flatMap((name) => /^lock\.(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)

const link = (from: string, to: string): boolean => {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

const readHolder = (path: string): ProcessIdentity | undefined => {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isIdentity(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isIdentity = (u: unknown): u is ProcessIdentity =>
  typeof u === 'object' &&
  u !== null &&
  'pid' in u &&
  typeof u.pid === 'number' &&
  'start' in u &&
  typeof u.start === 'string'
