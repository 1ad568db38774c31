import * as O from 'fp-ts/Option'
import { formatInstant, parseInstant } from '../core/time/instant'
import { getNeed, needKey, type Need } from '../need'
import { jobName } from './launch/job-name'
import type { ManualRun } from './manual-run'
import type { Memory } from './memory'
import type { Scene } from './scene'

/** A run by hand that is said to run and whose Job is not seen: the API server is asked before it is given up. */
export const lostRunNeeds = (scene: Scene, memory: Memory): ReadonlyArray<Need> => {
  const name = unseenJob(scene, memory)
  return name === undefined ? [] : [getNeed({ apiVersion: 'batch/v1', kind: 'Job', namespace: scene.namespace, name })]
}

export const lostRun = (scene: Scene, memory: Memory): ManualRun | undefined =>
  lostRunNeeds(scene, memory).some((need) => scene.reads.get(needKey(need))?._tag === 'Missing')
    ? { ...memory.manualRun, phase: 'Failed', completedAt: formatInstant(scene.now) }
    : undefined

const unseenJob = ({ maintenance, runs }: Scene, { manualRun }: Memory): string | undefined => {
  const { phase, requestedAt, mode } = manualRun ?? {}
  if (phase !== 'Running' || requestedAt === undefined || runs.some(({ requested }) => requested === requestedAt))
    return undefined
  const at = parseInstant(requestedAt)
  return O.isNone(at)
    ? undefined
    : jobName(maintenance.metadata.name, 'manual', mode === 'full' ? 'full' : 'quick', at.value)
}
