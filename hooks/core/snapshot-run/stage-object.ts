import * as t from 'io-ts'
import type { Snapshot } from '../../../api/kinds/snapshot'
import { objectMeta, type ObjectMeta } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { stageNames } from './stage-names'

/** On what is made for a run: the UID of its Snapshot, which outlives the owner that an orphaning deletion takes off, and its source. */
export const stageMarks = (uid: string, source: string): { readonly [key: string]: string } => ({
  [Annotation.stagedFor]: uid,
  [Annotation.stagedFrom]: source,
})

/** The staged claim as far as a run depends on it. */
export const stageClaim = t.intersection([
  t.type({ metadata: objectMeta }),
  t.partial({ spec: t.partial({ volumeName: t.string }) }),
])
export type StageClaim = t.TypeOf<typeof stageClaim>

/** The source of an object of a stage. */
export const sourceOfStage = ({ metadata }: { readonly metadata: ObjectMeta }): string | undefined =>
  metadata.annotations?.[Annotation.stagedFrom]

/** What is told of a stage whose source the policy has changed meanwhile. */
export const sourceChanged = (was: string | undefined, is: string) => ({
  reason: 'StagedSourceChanged',
  message: `The policy named another source while this one was staged: ${was ?? 'unknown'} became ${is}. Nothing was backed up; make a new Snapshot.`,
})

/** Whether an object was made for this very Snapshot, under the name that it would have. */
export const isStageOf = (
  { metadata }: { readonly metadata: ObjectMeta },
  { metadata: run }: Pick<Snapshot, 'metadata'>,
): boolean =>
  run.uid !== undefined &&
  metadata.annotations?.[Annotation.stagedFor] === run.uid &&
  Object.values(stageNames({ metadata: run })).includes(metadata.name)
