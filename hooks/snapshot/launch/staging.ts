import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as J from 'fp-ts/Json'
import * as t from 'io-ts'
import { durationSeconds } from '../../../api/grammar'
import { kubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { findCondition, hasCondition } from '../../core/conditions'
import { chain, end, go, readStep, type Step } from '../../core/step'
import { formatInstant, parseInstant } from '../../core/time/instant'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { refuse, waitFor } from '../waiting'
import type { PolicyPlace } from './policy-of'

/** Annotation `staged`, JSON: the claim that is read instead of the source, or why there is none. */
export const stagedAnswer = t.union([
  t.type({
    ready: t.intersection([
      t.type({ pvcName: t.string }),
      t.partial({ volumeSnapshotName: t.string, volumeGroupSnapshotName: t.string, storageClassName: t.string }),
    ]),
  }),
  t.type({ failed: t.type({ reason: t.string, message: t.string }) }),
])
export type StagedAnswer = t.TypeOf<typeof stagedAnswer>
export type ReadyStage = Extract<StagedAnswer, { readonly ready: unknown }>['ready']

const DEFAULT_TIMEOUT_SECONDS = 600
const POLL_SECONDS = 30

const SNAPSHOT_CRD = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  name: 'volumesnapshots.snapshot.storage.k8s.io',
}

/** The stage of a claim, asked for by condition and answered by annotation; nothing where the live volume is read. */
export const stageOfSource = (scene: Scene, { policy }: PolicyPlace): Step<ReadyStage | undefined, Move> => {
  const method = policy.spec.copyMethod ?? 'Snapshot'
  if (method === 'Direct') return go(undefined)
  const answer = answerOf(scene)
  if (answer !== undefined) return 'ready' in answer ? go(answer.ready) : end(failed(scene, answer.failed))
  if (method === 'Clone') return end(requested(scene, policy.spec, method))
  return chain(readStep(kubeObject, scene.reads, SNAPSHOT_CRD), (read) =>
    read._tag === 'Missing' ? end(failed(scene, STACK_MISSING)) : end(requested(scene, policy.spec, method)),
  )
}

const answerOf = ({ snapshot }: Scene): StagedAnswer | undefined =>
  pipe(
    E.fromNullable<unknown>('absent')(snapshot.metadata.annotations?.[Annotation.staged]),
    E.chainW((text) => J.parse(String(text))),
    E.chainW((json) => stagedAnswer.decode(json)),
    E.match(
      () => undefined,
      (answer) => answer,
    ),
  )

const STACK_MISSING = {
  reason: 'SnapshotStackMissing',
  message:
    'The policy reads from a volume snapshot (copyMethod Snapshot), and this cluster has no VolumeSnapshot API. Set copyMethod: Direct on the policy, then make a new Snapshot: this release brings no controller that stages volume snapshots.',
}

const failed = (scene: Scene, { reason, message }: { readonly reason: string; readonly message: string }): Move =>
  refuse(
    {
      reason,
      message,
      conditions: [{ type: 'SourceStaged', status: 'False', reason, message }],
      action: 'InstallSnapshotStackOrUseDirect',
    },
    scene.now,
  )

const requested = (scene: Scene, spec: PolicyPlace['policy']['spec'], method: 'Snapshot' | 'Clone'): Move => {
  const timeout = timeoutSeconds(spec.staging?.timeout)
  const left = timeout - secondsSinceRequest(scene)
  return timeout > 0 && left <= 0
    ? failed(scene, {
        reason: 'StagingTimedOut',
        message: `Nothing staged the source within ${timeout} s. Set copyMethod: Direct on the policy, then make a new Snapshot: this release brings no controller that stages volume snapshots.`,
      })
    : waitFor(requestOf(method), timeout > 0 ? Math.min(POLL_SECONDS, left) : POLL_SECONDS)
}

const requestOf = (method: 'Snapshot' | 'Clone') => {
  const message = `Waits for the snapshot-staging controller to make a ${method === 'Clone' ? 'clone' : 'snapshot'} of the source; this release brings none, so set copyMethod: Direct on the policy.`
  return {
    reason: 'WaitingForStage',
    message,
    conditions: [{ type: 'SourceStaged', status: 'Unknown', reason: 'Requested', message }] as const,
  }
}

const timeoutSeconds = (text: string | undefined): number => {
  const parsed = text === undefined ? undefined : durationSeconds(text)
  return parsed?._tag === 'Some' ? parsed.value : DEFAULT_TIMEOUT_SECONDS
}

const secondsSinceRequest = ({ snapshot, now }: Scene): number => {
  const conditions = snapshot.status?.conditions
  const since = hasCondition(conditions, 'SourceStaged', 'Unknown')
    ? findCondition(conditions, 'SourceStaged')
    : undefined
  const start = parseInstant(since?.lastTransitionTime ?? formatInstant(now))
  return start._tag === 'Some' ? Math.floor((now - start.value) / 1000) : 0
}
