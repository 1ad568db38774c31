import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as J from 'fp-ts/Json'
import * as t from 'io-ts'
import { durationSeconds } from '../../../api/grammar'
import type { Snapshot } from '../../../api/kinds/snapshot'
import type { SnapshotPolicySpec } from '../../../api/kinds/snapshot-policy'
import { Annotation } from '../../../api/names/annotations'

const staged = t.partial({
  pvcName: t.string,
  volumeSnapshotName: t.string,
  volumeGroupSnapshotName: t.string,
  storageClassName: t.string,
  stagingTimeoutSeconds: t.number,
})
/** The objects of a stage, as `status.staged` names them. */
export type Staged = t.TypeOf<typeof staged>

const told = t.type({ reason: t.string, message: t.string })

const stagedAnswer = t.union([
  t.type({ waiting: told }),
  t.intersection([
    t.type({ ready: t.intersection([t.type({ pvcName: t.string }), staged]) }),
    // The PersistentVolume of the claim, once it is sure to go with it.
    t.partial({ volume: t.string }),
  ]),
  t.type({ failed: t.intersection([told, t.type({ stage: staged })]) }),
])
/** What became of a stage: not yet there and why, the claim to read instead of the source, or why there is none. */
export type StagedAnswer = t.TypeOf<typeof stagedAnswer>
export type WaitingStage = Extract<StagedAnswer, { readonly waiting: unknown }>['waiting']
export type ReadyStage = Extract<StagedAnswer, { readonly ready: unknown }>['ready']
export type FailedStage = Extract<StagedAnswer, { readonly failed: unknown }>['failed']

/** Annotation `staged`: the answer as JSON, and the UID of the Snapshot it was given to: a copy of the object is not answered. */
export const stagedAnnotation = (uid: string, answer: StagedAnswer): { readonly [key: string]: string } => ({
  [Annotation.staged]: JSON.stringify({ uid, ...answer }),
})

export const stagedAnswerOf = ({ metadata }: Pick<Snapshot, 'metadata'>): StagedAnswer | undefined =>
  pipe(
    J.parse(metadata.annotations?.[Annotation.staged] ?? ''),
    E.chainW(t.intersection([t.type({ uid: t.string }), stagedAnswer]).decode),
    E.match(
      () => undefined,
      (answer) => (answer.uid === metadata.uid ? answer : undefined),
    ),
  )

/** Reasons of `SourceStaged=False` while a stage is being made. */
export const WAITING_REASONS: ReadonlyArray<string> = ['WaitingForVolumeSnapshot', 'WaitingForStagedPvcBind']

const DEFAULT_SECONDS = 600

/** Seconds that the volume snapshot, and after it the staged claim, may take; 0 is for ever. */
export const stagingSeconds = ({ staging }: Pick<SnapshotPolicySpec, 'staging'>): number => {
  const parsed = staging?.timeout === undefined ? undefined : durationSeconds(staging.timeout)
  return parsed?._tag === 'Some' ? parsed.value : DEFAULT_SECONDS
}
