import type { Restore, RestoreResolved } from '../../../api/kinds/restore'
import type { Snapshot } from '../../../api/kinds/snapshot'
import { Label } from '../../../api/names/labels'
import type { PendingDeletion } from './pending-deletion'

const FINISHED = ['Completed', 'Failed']
const CLAIM_FINISHED = ['Populated', 'AlreadyBound', 'Failed']

/**
 * kopia ids that somebody still needs: of Snapshots that are not about to be deleted, discovered rows aside, and what
 * Restores have chosen that are not done, by id and, as a pin gives it another, by the Snapshot it was chosen from.
 */
export const neededIds = (
  snapshots: ReadonlyArray<Snapshot>,
  restores: ReadonlyArray<Restore>,
  pending: ReadonlyArray<PendingDeletion>,
): ReadonlySet<string> => {
  const going = new Set(pending.filter(({ plan }) => plan !== 'Undecided').map(({ uid }) => uid))
  const choices = restores.flatMap(openChoices)
  const chosenFrom = new Set(choices.flatMap(rowOf))
  return new Set([
    ...snapshots.filter(({ metadata }) => !going.has(metadata.uid ?? '')).flatMap(idsOfSnapshot),
    ...snapshots.filter(({ metadata }) => chosenFrom.has(`${metadata.namespace}/${metadata.name}`)).flatMap(idsOfRow),
    ...choices.flatMap(({ kopiaSnapshotID }) => (kopiaSnapshotID === undefined ? [] : [kopiaSnapshotID])),
  ])
}

const idsOfSnapshot = (snapshot: Snapshot): ReadonlyArray<string> =>
  (snapshot.status?.origin ?? snapshot.metadata.labels?.[Label.origin]) === 'discovered' ? [] : idsOfRow(snapshot)

const idsOfRow = ({ metadata, status }: Snapshot): ReadonlyArray<string> =>
  [status?.snapshot?.kopiaSnapshotID, metadata.labels?.[Label.snapshotId]].filter((id) => id !== undefined)

/** Choices that are still restored from. A claim may be under way when another has failed, and the Restore with it. */
const openChoices = ({ status = {} }: Restore): ReadonlyArray<RestoreResolved> =>
  [
    FINISHED.includes(status.phase ?? '') ? undefined : status.resolved,
    ...Object.values(status.claims ?? {}).map(({ phase, resolved }) =>
      CLAIM_FINISHED.includes(phase ?? '') ? undefined : resolved,
    ),
  ].filter((choice) => choice !== undefined)

const rowOf = ({ kopiaSnapshotID, snapshotRef }: RestoreResolved): ReadonlyArray<string> =>
  kopiaSnapshotID === undefined || snapshotRef?.namespace === undefined
    ? []
    : [`${snapshotRef.namespace}/${snapshotRef.name}`]
