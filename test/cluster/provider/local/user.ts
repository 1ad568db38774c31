import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../lock'
import type { Layout } from './layout'

const file = (place: Layout): string => join(place.run, 'user')

export const recordUser = (place: Layout): void => writeFileSync(file(place), String(process.pid))

/** Another living process that uses this cluster. */
export const userOf = (place: Layout): number | undefined => {
  const pid = existsSync(file(place)) ? Number(readFileSync(file(place), 'utf8')) : 0
  return pid > 0 && pid !== process.pid && isAlive(pid) ? pid : undefined
}
