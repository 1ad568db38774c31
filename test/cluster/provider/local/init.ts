import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Layout } from './layout'

/** Which network namespace a process is in. */
export const networkOf = (pid: number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    return undefined
  }
}

/** The namespaces' pid 1 while they live. A zombie has no network namespace any more. */
export const runningInit = (place: Layout): number | undefined => {
  const file = join(place.run, 'pid.init')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  return pid > 0 && networkOf(pid) !== undefined ? pid : undefined
}
