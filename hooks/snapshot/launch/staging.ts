import { kubeObject } from '../../../api/kubernetes/object'
import type { SnapshotPolicySpec } from '../../../api/kinds/snapshot-policy'
import { findCondition } from '../../core/conditions'
import {
  stagedAnswerOf,
  stagingSeconds,
  type FailedStage,
  type ReadyStage,
  type Source,
  type WaitingStage,
} from '../../core/snapshot-run'
import { chain, end, go, readStep, type Step } from '../../core/step'
import { instantOf } from '../../core/time/instant'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { waitFor } from '../waiting'
import type { PolicyPlace } from './policy-of'
import { sourceClaim } from './source-claim'
import { stageThere } from './stage-there'
import { methodOf, stagingFailed } from './staging-failed'

const POLL_SECONDS = 30
/** Beside its deadlines, the time in which the controller that stages may be busy with others. */
const GRACE_SECONDS = 60

const SNAPSHOT_CRD = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  name: 'volumesnapshots.snapshot.storage.k8s.io',
}

/**
 * The stage of a claim, asked for by condition and answered by annotation; nothing where the live volume is read. What
 * cannot be staged ends the run: the live volume is never read instead.
 */
export const stageOfSource = (
  scene: Scene,
  { policy: { spec } }: PolicyPlace,
  claim: string,
): Step<ReadyStage | undefined, Move> => {
  if (spec.copyMethod === 'Direct') return go(undefined)
  const answer = stagedAnswerOf(scene.snapshot)
  if (answer === undefined) return chain(sourceClaim(scene, claim), () => end(requested(scene, spec)))
  if ('ready' in answer) return stageThere(scene, spec, { source: claim, ready: answer.ready })
  return end('failed' in answer ? stagingFailed(scene, spec, answer.failed) : waiting(scene, spec, answer.waiting))
}

/** Whether a claim can be staged at all; told before the hooks of the policy stop anything. */
export const stackThere = (scene: Scene, { policy: { spec } }: PolicyPlace, source: Source): Step<true, Move> =>
  spec.copyMethod === 'Direct' || source._tag !== 'Claim' || stagedAnswerOf(scene.snapshot) !== undefined
    ? go(true)
    : chain(readStep(kubeObject, scene.reads, SNAPSHOT_CRD), (read) =>
        read._tag === 'Missing' ? end(stagingFailed(scene, spec, STACK_MISSING)) : go(true),
      )

const STACK_MISSING: FailedStage = {
  reason: 'SnapshotStackMissing',
  message:
    'The policy reads from a copy of the volume (copyMethod Snapshot or Clone), and there is no VolumeSnapshot API here. Install the snapshot controller of your storage and the component csi-snapshots, or set copyMethod: Direct on the policy; then make a new Snapshot.',
  stage: {},
}

const requested = (scene: Scene, spec: SnapshotPolicySpec): Move => {
  const message = `Waits for the controller snapshot-staging to make a ${methodOf(spec) === 'Clone' ? 'clone' : 'snapshot'} of the source. It comes with the component csi-snapshots: kubectl get decoratorcontroller kopiur-snapshot-staging`
  return untilDeadline(scene, spec, {
    seconds: stagingSeconds(spec),
    obstacle: {
      reason: 'WaitingForStage',
      message,
      conditions: [{ type: 'SourceStaged', status: 'Unknown', reason: 'Requested', message }] as const,
    },
    late: (seconds) =>
      `Nothing staged the source within ${seconds} s. Install the component csi-snapshots, and bind its ClusterRole kopiur-metacontroller-csi-snapshots to a Metacontroller of your own; or set copyMethod: Direct on the policy. Then make a new Snapshot.`,
  })
}

/** The source has no volume, the snapshot is taken, the claim is made, the claim gets its volume. */
const DEADLINES = 4

/** It has deadlines of its own; these are for the case that nobody is there any more to watch them. */
const waiting = (scene: Scene, spec: SnapshotPolicySpec, told: WaitingStage): Move => {
  const timeout = stagingSeconds(spec)
  return untilDeadline(scene, spec, {
    seconds: timeout === 0 ? 0 : DEADLINES * timeout + GRACE_SECONDS,
    obstacle: { ...told, conditions: [{ type: 'SourceStaged', status: 'False', ...told }] as const },
    late: (seconds) =>
      `The source was not staged within ${seconds} s (${told.message}), and the controller snapshot-staging says nothing more. See whether Metacontroller runs, then make a new Snapshot.`,
  })
}

interface Wait {
  readonly seconds: number
  readonly obstacle: Parameters<typeof waitFor>[0]
  readonly late: (seconds: number) => string
}

const untilDeadline = (scene: Scene, spec: SnapshotPolicySpec, { seconds, obstacle, late }: Wait): Move => {
  const left = seconds - secondsSaid(scene, obstacle)
  if (seconds === 0) return waitFor(obstacle, POLL_SECONDS)
  return left <= 0
    ? stagingFailed(scene, spec, { reason: 'StagingTimedOut', message: late(seconds), stage: {} })
    : waitFor(obstacle, Math.min(POLL_SECONDS, left))
}

/** Whole seconds since `SourceStaged` has the status that this obstacle gives it. */
const secondsSaid = ({ snapshot, now }: Scene, { conditions = [] }: Wait['obstacle']): number => {
  const before = findCondition(snapshot.status?.conditions, 'SourceStaged')
  const isSame = conditions.some(({ type, status }) => type === 'SourceStaged' && status === before?.status)
  return isSame ? Math.floor((now - (instantOf(before?.lastTransitionTime) ?? now)) / 1000) : 0
}
