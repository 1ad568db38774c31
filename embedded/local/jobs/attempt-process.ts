import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { LAUNCH_SCRIPT } from './launch-script'
import { logPath, type Attempt } from './attempt-folder'

export interface Launch {
  readonly attempt: Attempt
  readonly command: ReadonlyArray<string>
  readonly environment: { readonly [name: string]: string }
  /** Called once, when the process is gone or could not be started. */
  readonly onEnd: () => void
}

/** Starts the process in a session of its own: it outlives this one, and its group can be ended as a whole. */
export const launch = ({ attempt, command, environment, onEnd }: Launch): void => {
  const log = openSync(logPath(attempt), 'a', 0o600)
  const child = spawn('/bin/sh', ['-c', LAUNCH_SCRIPT, attempt.folder, ...command], {
    cwd: attempt.folder,
    env: environment,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.once('exit', onEnd)
  child.once('error', onEnd)
  child.unref()
}

/** To the first process only, as a container runtime does it; it passes the signal on. */
export const askToStop = (pid: number): void => signal(pid, 'SIGTERM')

/** To everything the attempt has started. */
export const endNow = (pid: number): void => signal(-pid, 'SIGKILL')

/**
 * Ends what a lost first process left running. Told by its group and its folder, for its number may be another's by now;
 * where there is no /proc, nothing is.
 */
export const endLeftovers = (leader: number, folder: string): void =>
  processNumbers()
    .filter((pid) => groupOf(pid) === leader && folderOf(pid) === folder)
    .forEach((pid) => signal(pid, 'SIGKILL'))

const processNumbers = (): ReadonlyArray<number> =>
  attempted(() => readdirSync('/proc').filter((name) => /^\d+$/.test(name)))?.map(Number) ?? []

const groupOf = (pid: number): number | undefined =>
  attempted(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
  })

const folderOf = (pid: number): string | undefined => attempted(() => readlinkSync(`/proc/${pid}/cwd`))

/** A process may be gone before it has been looked at. */
const attempted = <A>(look: () => A): A | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}

const signal = (pid: number, name: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It is gone, which is what was wanted.
  }
}
