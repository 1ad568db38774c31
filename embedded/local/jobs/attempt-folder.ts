import { existsSync, linkSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, startFromEvidence, type ProcessIdentity } from '../state/process-identity'

/** What the folder of one attempt says. It is the only memory of processes: a new run reads it as the old one did. */
export type AttemptState =
  | { readonly _tag: 'Starting' }
  | { readonly _tag: 'Running'; readonly process: ProcessIdentity }
  | { readonly _tag: 'Exited'; readonly code: number; readonly at: number }
  /** Gone without leaving an exit code: killed, or the machine went down. */
  | { readonly _tag: 'Lost'; readonly at: number; readonly pid?: number }
  /** Given up before it began; it counts for nothing. */
  | { readonly _tag: 'Abandoned' }

export interface Attempt {
  readonly number: number
  readonly folder: string
  readonly state: AttemptState
  /** Stopped because this machine's runner stopped, not for a fault of its own. */
  readonly interrupted: boolean
}

export interface JobFolder {
  readonly path: string
  readonly attempts: () => ReadonlyArray<Attempt>
  /** Makes the folder of the next attempt. */
  readonly begin: () => Attempt
  readonly remove: () => void
}

const ABANDONED = 'abandoned'

export const reportFolder = (attempt: Attempt): string => join(attempt.folder, 'report')
export const logPath = (attempt: Attempt): string => join(attempt.folder, 'log')

/** `<root>/<uid of the Job>`; attempts are its numbered folders. */
export const jobFolder = (root: string, uid: string): JobFolder => {
  const path = join(root, uid)
  const attempts = () => attemptNumbers(path).map((number) => readAttempt(path, number))
  return {
    path,
    attempts,
    begin: () => {
      const number = (attemptNumbers(path).pop() ?? 0) + 1
      mkdirSync(join(path, String(number), 'report'), { recursive: true, mode: 0o700 })
      return readAttempt(path, number)
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** UIDs of all Jobs that have a folder. */
export const jobFolders = (root: string): ReadonlyArray<string> => (existsSync(root) ? readdirSync(root) : [])

const attemptNumbers = (path: string): number[] =>
  existsSync(path)
    ? readdirSync(path)
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .sort((a, b) => a - b)
    : []

const readAttempt = (path: string, number: number): Attempt => {
  const folder = join(path, String(number))
  return { number, folder, state: readState(folder), interrupted: existsSync(join(folder, 'interrupted')) }
}

const readState = (folder: string): AttemptState => {
  const claim = readText(join(folder, 'claim'))
  if (claim === undefined) return { _tag: 'Starting' }
  if (claim === ABANDONED) return { _tag: 'Abandoned' }
  const process = claimant(claim)
  const alive = process !== undefined && isAlive(process)
  const exit = readText(join(folder, 'exit'))
  // A full disk leaves empty files, and nothing is no success.
  if (exit !== undefined && /^\d+\s*$/.test(exit))
    return { _tag: 'Exited', code: Number(exit.trim()), at: modified(join(folder, 'exit')) }
  if (alive) return { _tag: 'Running', process }
  return { _tag: 'Lost', at: modified(join(folder, 'claim')), ...(process === undefined ? {} : { pid: process.pid }) }
}

const claimant = (claim: string): ProcessIdentity | undefined => {
  const [first = '', ...evidence] = claim.split('\n')
  const start = startFromEvidence(evidence.join('\n'))
  return start === undefined ? undefined : { pid: Number(first), start }
}

/** Takes an attempt that has not begun out of the race. False: it has begun after all. */
export const abandon = ({ folder }: Attempt): boolean => {
  const draft = join(folder, 'claim.abandoned')
  writeFileSync(draft, ABANDONED)
  try {
    linkSync(draft, join(folder, 'claim'))
    return true
  } catch {
    return false
  }
}

export const markInterrupted = ({ folder }: Attempt): void => writeFileSync(join(folder, 'interrupted'), '')

export const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const modified = (path: string): number => {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}
