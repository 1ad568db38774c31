import type { Snapshot } from '../../../api/kinds/snapshot'
import type { Anchor } from '../../../api/mover/work-spec'
import { Annotation, PrunedBy } from '../../../api/names/annotations'
import { Label } from '../../../api/names/labels'
import { findCondition } from '../../core/conditions'
import { present } from '../../core/json/present'
import { repositoryKey, type RepositoryRef } from '../../core/names'
import { resolveRepositoryRef } from '../../core/repository'
import { instantOf } from '../../core/time/instant'
import type { DeletionReason, PendingDeletion } from './pending-deletion'

/** A dying Snapshot of this repository that may lose its data; nothing when it keeps it or has none. */
export const pendingOf =
  (ref: RepositoryRef) =>
  (snapshot: Snapshot): PendingDeletion | undefined => {
    const { metadata, status } = snapshot
    const deletedAt = instantOf(metadata.deletionTimestamp)
    const plannedAt = instantOf(plannedOf(snapshot)?.lastTransitionTime)
    const plan = planOf(snapshot)
    if (deletedAt === undefined || metadata.uid === undefined || plan === undefined || !isOf(ref, snapshot))
      return undefined
    const id = status?.snapshot?.kopiaSnapshotID
    const verdict = metadata.annotations?.[Annotation.repositoryVerdict]
    return {
      uid: metadata.uid,
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      deletedAt,
      ...present(plannedAt, (at) => ({ plannedAt: at })),
      plan,
      // Its run may have saved twice, on two nodes: the tag finds what the recorded id does not name.
      runUid: metadata.uid,
      ...(id === undefined ? {} : { snapshotId: id, anchor: anchorOf(snapshot) }),
      ...(verdict === undefined ? {} : { verdict }),
    }
  }

/** A label alone never deletes data: the Snapshot itself must name the repository. */
const isOf = (ref: RepositoryRef, { metadata, spec, status }: Snapshot): boolean => {
  const named = status?.resolved?.repository ?? spec.repository
  return (
    named !== undefined && repositoryKey(resolveRepositoryRef(named, metadata.namespace ?? '')) === repositoryKey(ref)
  )
}

const plannedOf = ({ status }: Snapshot) => findCondition(status?.conditions, 'DeletionPlanned')

const REASONS: ReadonlyArray<DeletionReason> = ['External', 'Retention', 'FailedHistory', 'ReplicationRetention']

/** The user's word to keep the data is heard at any time before a batch leaves. */
const planOf = (snapshot: Snapshot): PendingDeletion['plan'] | undefined => {
  if (snapshot.metadata.annotations?.[Annotation.skipSnapshotCleanup] !== undefined) return undefined
  const planned = plannedOf(snapshot)
  if (planned?.status === 'False') return undefined
  const reason = planned?.status === 'True' ? REASONS.find((known) => known === planned.reason) : undefined
  if (reason === undefined) return mayTurnOutExternal(snapshot) ? 'Undecided' : undefined
  // One that is kept after all still belongs to its wave, until its finalize hook has let it go.
  if (isTakenBack(snapshot, reason)) return reason === 'External' ? 'Undecided' : undefined
  return reason
}

/** The spec says otherwise than the plan, and the finalize hook has not come round to it yet. */
const isTakenBack = ({ spec }: Snapshot, reason: DeletionReason): boolean =>
  (spec.deletionPolicy ?? 'Delete') !== 'Delete' || (spec.pin === true && reason !== 'External')

const STAMPS: ReadonlyArray<string> = Object.values(PrunedBy)

const mayTurnOutExternal = (snapshot: Snapshot): boolean =>
  (snapshot.spec.deletionPolicy ?? 'Delete') === 'Delete' && mayHaveData(snapshot) && !isReleased(snapshot)

const mayHaveData = ({ metadata, status = {} }: Snapshot): boolean =>
  (status.origin ?? metadata.labels?.[Label.origin]) !== 'discovered' &&
  (status.snapshot !== undefined || status.job !== undefined)

/** Stamped by retention and the like. */
const isReleased = ({ metadata: { annotations = {} } }: Snapshot): boolean =>
  STAMPS.includes(annotations[Annotation.prunedBy] ?? '')

const anchorOf = ({ status }: Snapshot): Anchor => {
  const { username, hostname, sourcePath } = status?.snapshot?.identity ?? {}
  const startTime = status?.timing?.startTime
  return {
    ...(sourcePath === undefined ? {} : { sourcePath }),
    ...(startTime === undefined ? {} : { startTime }),
    ...(username === undefined ? {} : { username }),
    ...(hostname === undefined ? {} : { hostname }),
  }
}
