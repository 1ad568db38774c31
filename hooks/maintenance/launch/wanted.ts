import type { Instant } from '../../core/time/instant'
import { isAnswered, isUnderway, requestOf } from '../manual-run'
import type { Memory } from '../memory'
import type { Mode } from '../run'
import type { Scene } from '../scene'
import type { Due } from '../schedule'
import { jobName } from './job-name'

/** The run that is to be started. */
export type Wanted =
  | { readonly _tag: 'Scheduled'; readonly mode: Mode; readonly name: string; readonly slot: Instant }
  | { readonly _tag: 'Manual'; readonly mode: Mode; readonly name: string; readonly text: string }

/** By hand before by schedule, full before quick: full does all that quick does. */
export const wantedRun = (scene: Scene, memory: Memory, due: ReadonlyArray<Due>): Wanted | undefined =>
  manual(scene, memory) ?? scheduled(scene, due)

const manual = ({ maintenance: { metadata } }: Scene, { manualRun }: Memory): Wanted | undefined => {
  const request = requestOf(metadata.annotations)
  return request._tag !== 'Wanted' || isAnswered(manualRun, request.text) || isUnderway(manualRun, request.text)
    ? undefined
    : {
        _tag: 'Manual',
        mode: request.mode,
        name: jobName(metadata.name, 'manual', request.mode, request.at),
        text: request.text,
      }
}

const scheduled = ({ maintenance: { metadata }, now }: Scene, due: ReadonlyArray<Due>): Wanted | undefined => {
  const [next] = due.filter(({ at }) => at <= now).sort((a, b) => rank(a.mode) - rank(b.mode))
  return next === undefined
    ? undefined
    : {
        _tag: 'Scheduled',
        mode: next.mode,
        name: jobName(metadata.name, 'scheduled', next.mode, next.slot),
        slot: next.slot,
      }
}

const rank = (mode: Mode): number => (mode === 'full' ? 0 : 1)
