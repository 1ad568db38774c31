import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'

/** What the judges read of a Snapshot. */
export interface SnapshotFacts {
  readonly phase: string
  readonly kopiaId: string | undefined
  readonly deletionPolicy: string
  readonly pinned: boolean
  readonly stamp: string | undefined
  readonly policyUid: string | undefined
  readonly scheduleUid: string | undefined
  readonly slot: string | undefined
  readonly onPolicyDelete: string
  readonly onScheduleDelete: string
}

interface Shape {
  readonly spec?: { readonly deletionPolicy?: string; readonly pin?: boolean; readonly onScheduleDelete?: string }
  readonly status?: { readonly phase?: string; readonly snapshot?: { readonly kopiaSnapshotID?: string } }
}

export const snapshotFacts = (object: KubeObject): SnapshotFacts => {
  const { spec = {}, status = {} } = object as KubeObject & Shape
  const annotations = object.metadata.annotations ?? {}
  return {
    phase: status.phase ?? '',
    kopiaId: status.snapshot?.kopiaSnapshotID,
    deletionPolicy: spec.deletionPolicy ?? 'Delete',
    pinned: spec.pin === true,
    stamp: annotations[Annotation.prunedBy],
    policyUid: annotations[Annotation.policyUid],
    scheduleUid: annotations[Annotation.scheduleUid],
    slot: annotations[Annotation.slot],
    ...cascadeModes(annotations, spec.onScheduleDelete),
  }
}

const cascadeModes = (annotations: { readonly [key: string]: string }, own: string | undefined) => ({
  onPolicyDelete: annotations[Annotation.onPolicyDelete] ?? 'Retain',
  onScheduleDelete: annotations[Annotation.onScheduleDelete] ?? own ?? 'Retain',
})

/** Stamps after which kopia's snapshot goes too. */
export const EXPIRY: ReadonlyArray<string | undefined> = ['retention', 'failed-history']
