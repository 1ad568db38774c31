import { Annotation } from '../../../api/names/annotations'
import { findCondition, hasCondition, readyTriple, type ConditionUpdate } from '../../core/conditions'
import type { RepositoryRef } from '../../core/names'
import type { AnyRepository } from '../../core/repository'
import type { Move } from '../move'
import type { Scene } from '../scene'
import type { DeletionReason } from './deletion-plan'

const DELETED = 'deleted:'
export const HELD = 'held'
export const LOOK_AGAIN_SECONDS = 60

export interface Awaited {
  readonly ref: RepositoryRef
  readonly repository: AnyRepository
  readonly reason: DeletionReason
}

/** The repository has said that the data is gone, after it was asked. */
export const isDeleted = ({ snapshot: { metadata, status } }: Scene): boolean =>
  metadata.annotations?.[Annotation.repositoryVerdict]?.startsWith(DELETED) === true &&
  hasCondition(status?.conditions, 'DeletionPlanned', 'True')

/** The repository deletes, in batches; this Snapshot stays until it says that the data is gone. */
export const awaitVerdict = (scene: Scene, awaited: Awaited): Move => {
  const verdict = scene.snapshot.metadata.annotations?.[Annotation.repositoryVerdict] ?? ''
  const held = verdict === HELD
  const message = held ? heldMessage(scene, awaited) : MESSAGES[awaited.reason]
  return {
    status: { phase: 'Deleting', resolved: { ...scene.snapshot.status?.resolved, repository: awaited.ref } },
    conditions: [
      ...readyTriple('Reconciling', held ? 'SnapshotDeletionHeld' : 'Deleting', message),
      { type: 'DeletionPlanned', status: 'True', reason: awaited.reason, message: MESSAGES[awaited.reason] },
      ...heldCondition(scene, held, message),
    ],
    ...(held ? { event: { type: 'Warning', action: 'AcknowledgeMassDeletion' } } : {}),
    ...(verdict.startsWith(DELETED) ? { effects: takeOff(scene) } : {}),
    resyncAfterSeconds: LOOK_AGAIN_SECONDS,
  }
}

/** Nobody was asked yet, so it was not the repository that said it: somebody wrote it, or it came with a copied manifest. */
const takeOff = ({ snapshot, namespace, uid }: Scene): NonNullable<Move['effects']> => [
  {
    _tag: 'Annotate',
    ref: { apiVersion: snapshot.apiVersion, kind: snapshot.kind, namespace, name: snapshot.metadata.name },
    uid,
    annotations: { [Annotation.repositoryVerdict]: null },
  },
]

const MESSAGES: { readonly [reason in DeletionReason]: string } = {
  External: 'The Snapshot was deleted; its data is going to be deleted in the repository.',
  Retention: 'Retention does not keep it any more; its data is going to be deleted in the repository.',
  FailedHistory:
    'It is older than the history that is kept; what it may have left in the repository is going to be deleted.',
  ReplicationRetention:
    'The retention of its replication does not keep it any more; its data is going to be deleted in the repository.',
}

const heldCondition = ({ snapshot }: Scene, held: boolean, message: string): ReadonlyArray<ConditionUpdate> => {
  if (held) return [{ type: 'DeletionHeld', status: 'True', reason: 'MassDeletionBreaker', message }]
  return findCondition(snapshot.status?.conditions, 'DeletionHeld') === undefined
    ? []
    : [{ type: 'DeletionHeld', status: 'False', reason: 'Acknowledged', message: 'The deletion goes on.' }]
}

/** The repository knows the whole wave and its newest moment; its own words are the better ones. */
const heldMessage = ({ snapshot }: Scene, { ref, repository }: Awaited): string => {
  const told = findCondition(repository.status?.conditions, 'MassDeletionHeld')
  const at = snapshot.metadata.deletionTimestamp ?? ''
  const where = ref.kind === 'Repository' ? `-n ${ref.namespace} ` : ''
  const command = `kubectl ${where}annotate ${ref.kind.toLowerCase()} ${ref.name} --overwrite ${Annotation.allowMassDeletion}=${at}`
  return told?.status === 'True'
    ? told.message
    : `Too many Snapshots of one repository are being deleted at once, so their data is held. If that is meant: ${command}`
}
