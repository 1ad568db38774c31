import type { SnapshotStatus } from '../../../api/kinds/snapshot'
import type { KubeObject } from '../../../api/kubernetes/object'
import { findCondition, hasCondition, type ConditionUpdate } from '../../core/conditions'
import { jobOutcome } from '../../core/mover-job'
import { go, type Step } from '../../core/step'
import { parseInstant } from '../../core/time/instant'
import { SEE_STATUS_SECONDS, stay, type Move } from '../move'
import type { Scene } from '../scene'
import { launchPin } from './launch-pin'
import { pinJobName } from './pin-job'

const REST_SECONDS = 120

type KopiaSnapshot = NonNullable<SnapshotStatus['snapshot']>

/** Brings the pin in kopia to what the spec says. It guards against expiry, not against deletion of the Snapshot. */
export const pinStep = (scene: Scene): Step<Move, never> => {
  const saved = scene.snapshot.status?.snapshot
  if (saved === undefined) return go(stay())
  const job = scene.jobs.get(pinJobName(scene.snapshot))
  if (job !== undefined) return go(observePin(scene, job, saved))
  const target = wantedPin(scene)
  if (target === undefined) return go(stay())
  const rest = restSeconds(scene)
  return rest > 0 ? go(stay(rest)) : launchPin(scene, target, saved)
}

/** Never pinned and not to be pinned is nothing to do. */
const wantedPin = ({ snapshot: { spec, status } }: Scene): boolean | undefined => {
  const desired = spec.pin ?? false
  return desired === (status?.pinned ?? false) ? undefined : desired
}

const restSeconds = ({ snapshot, now }: Scene): number => {
  const failed = findCondition(snapshot.status?.conditions, 'Pinned')
  const since = failed?.reason === 'PinJobFailed' ? parseInstant(failed.lastTransitionTime) : undefined
  return since?._tag === 'Some' ? Math.ceil(REST_SECONDS - (now - since.value) / 1000) : 0
}

const observePin = (scene: Scene, job: KubeObject, saved: KopiaSnapshot): Move => {
  const outcome = jobOutcome(job)
  if (outcome._tag === 'Active')
    return { conditions: [pinned('Unknown', 'PinJobRunning', 'The pin is being changed in the repository.')] }
  const result = outcome._tag === 'Complete' ? outcome.outcome.succeeded : undefined
  return result !== undefined && 'pin' in result
    ? succeeded(scene, job, saved, result.pin)
    : failed(
        scene,
        job,
        outcome._tag === 'Failed' ? (outcome.failure?.message ?? outcome.message) : 'unexpected report',
      )
}

const succeeded = (
  { snapshot }: Scene,
  job: KubeObject,
  saved: KopiaSnapshot,
  pin: { readonly snapshotId: string; readonly pinned: boolean },
): Move => {
  const isRecorded = snapshot.status?.pinned === pin.pinned && saved.kopiaSnapshotID === pin.snapshotId
  return {
    status: { pinned: pin.pinned, snapshot: { ...saved, kopiaSnapshotID: pin.snapshotId } },
    conditions: [
      pin.pinned
        ? pinned('True', 'Pinned', 'The snapshot is pinned in the repository.')
        : pinned('False', 'Unpinned', 'The snapshot is not pinned.'),
    ],
    ...(isRecorded ? { drop: new Map([[job.metadata.name, 'its outcome is recorded']]) } : stay(SEE_STATUS_SECONDS)),
  }
}

const failed = ({ snapshot }: Scene, job: KubeObject, why: string): Move => ({
  conditions: [pinned('False', 'PinJobFailed', `The pin could not be changed: ${why} It is tried again.`)],
  ...(hasCondition(snapshot.status?.conditions, 'Pinned', 'False', 'PinJobFailed')
    ? { drop: new Map([[job.metadata.name, 'its failure is recorded']]) }
    : stay(SEE_STATUS_SECONDS)),
})

const pinned = (status: ConditionUpdate['status'], reason: string, message: string): ConditionUpdate => ({
  type: 'Pinned',
  status,
  reason,
  message,
})
