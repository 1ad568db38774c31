import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process, told apart from a later one with the same number by the moment it started. */
export interface ProcessIdentity {
  readonly pid: number
  /** Boot and clock ticks on Linux, else the start time as `ps` prints it. */
  readonly start: string
}

/** Undefined when there is no such process, or only its remains. */
export const identify = (pid: number): ProcessIdentity | undefined => {
  const start = linuxStart(pid) ?? portableStart(pid)
  return start === undefined ? undefined : { pid, start }
}

export const isAlive = ({ pid, start }: ProcessIdentity): boolean => identify(pid)?.start === start

/** Reads what `launch-script.ts` wrote: boot id and the line of /proc, or the output of `ps`. */
export const startFromEvidence = (evidence: string): string | undefined => {
  const [first = '', second] = evidence.trim().split('\n')
  if (first === '') return undefined
  return second === undefined ? first.trim() : ticks(first, second)
}

const BOOT = '/proc/sys/kernel/random/boot_id'

const linuxStart = (pid: number): string | undefined => {
  try {
    return ticks(readFileSync(BOOT, 'utf8'), readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return undefined
  }
}

/** Fields after the command, which may hold anything: the state first, the start time twentieth. */
const ticks = (boot: string, stat: string): string | undefined => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const start = fields[19]
  return fields[0] === 'Z' || start === undefined ? undefined : `${boot.trim()} ${start}`
}

const portableStart = (pid: number): string | undefined => {
  if (process.platform === 'linux') return undefined
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return text === '' ? undefined : text
  } catch {
    return undefined
  }
}
