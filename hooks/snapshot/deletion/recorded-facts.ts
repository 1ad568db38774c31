import type { Snapshot } from '../../../api/kinds/snapshot'
import { Annotation, PrunedBy } from '../../../api/names/annotations'
import { originOf } from '../../core/origin'
import type { Cascade, DeletionPolicy } from './deletion-plan'

/** Rows that were found, and those of an origin nobody knows, are never deleted in kopia; others as they say. */
export const effectiveDeletionPolicy = (snapshot: Snapshot): DeletionPolicy => {
  const origin = originOf(snapshot)
  return origin === 'discovered' || origin === 'unknown' ? 'Retain' : (snapshot.spec.deletionPolicy ?? 'Delete')
}

/** The service's own stamp; a word that is not known is somebody else's. */
export const stampOf = ({ metadata }: Snapshot): PrunedBy | undefined =>
  Object.values(PrunedBy).find((stamp) => stamp === metadata.annotations?.[Annotation.prunedBy])

export const onPolicyDelete = ({ metadata }: Snapshot): Cascade =>
  metadata.annotations?.[Annotation.onPolicyDelete] === 'Delete' ? 'Delete' : 'Retain'

export const onScheduleDelete = ({ metadata, spec }: Snapshot): Cascade =>
  (spec.onScheduleDelete ?? metadata.annotations?.[Annotation.onScheduleDelete]) === 'Delete' ? 'Delete' : 'Retain'

/** UID of the policy that owns or owned it: written down while it lived, else its owner reference. */
export const recordedPolicyUid = ({ metadata }: Snapshot): string | undefined =>
  metadata.annotations?.[Annotation.policyUid] ?? ownerUid(metadata, 'SnapshotPolicy')

export const recordedScheduleUid = ({ metadata }: Snapshot): string | undefined =>
  metadata.annotations?.[Annotation.scheduleUid] ?? ownerUid(metadata, 'SnapshotSchedule')

const ownerUid = ({ ownerReferences = [] }: Snapshot['metadata'], kind: string): string | undefined =>
  ownerReferences.find((owner) => owner.kind === kind)?.uid
