import { shortHash } from '../../core/names'
import { wholeSeconds, type Instant } from '../../core/time/instant'
import type { Mode } from '../run'

/** Pods get a suffix of eleven characters, and their names become labels. */
const LONGEST = 52

/** `<maintenance>-q-<slot>`; runs by hand have `mq` and the second they were asked for. */
export const jobName = (maintenance: string, how: 'scheduled' | 'manual', mode: Mode, at: Instant): string => {
  const suffix = `-${how === 'manual' ? 'm' : ''}${mode === 'full' ? 'f' : 'q'}-${wholeSeconds(at)}`
  const room = LONGEST - suffix.length
  return maintenance.length <= room
    ? `${maintenance}${suffix}`
    : `${maintenance.slice(0, room - 9).replace(/[-.]+$/, '')}-${shortHash(maintenance)}${suffix}`
}
