import { restore, type Restore } from '../../../api/kinds/restore'
import { snapshot, type Snapshot } from '../../../api/kinds/snapshot'
import { listAs } from '../../core/kube'
import { repositoryKey } from '../../core/names'
import { resolveRepositoryRef, type AnyRepository } from '../../core/repository'
import type { Circumstances } from '../../hook'
import type { Need } from '../../need'
import type { Settings } from '../../settings'
import { restoresNeed, snapshotsNeed } from '../deletion/views'
import type { Observed } from '../observed'
import { grants } from './slots'

/** Slots are counted on a quorum read: a cache would give the last one away twice. */
export const grantNeeds = (observed: Observed, settings: Settings): ReadonlyArray<Need> =>
  limitOf(observed) > 0 && grants(observed.related.snapshots, observed.related.restores, limitOf(observed)).length > 0
    ? [snapshotsNeed(observed.ref, settings), restoresNeed(settings)]
    : []

export const decideGrants = (
  observed: Observed,
  { reads, settings }: Pick<Circumstances, 'reads' | 'settings'>,
): ReadonlyArray<Snapshot> => {
  if (grantNeeds(observed, settings).length === 0) return []
  const snapshots = listAs(snapshot)(reads, snapshotsNeed(observed.ref, settings))
  const restores = listAs(restore)(reads, restoresNeed(settings))
  return snapshots._tag === 'Listed' && restores._tag === 'Listed'
    ? grants(snapshots.items, restores.items.filter(isHere(observed)), limitOf(observed) - snapshots.unreadable.length)
    : []
}

/** A Restore of all namespaces that reads from this repository. */
const isHere =
  ({ ref }: Observed) =>
  ({ metadata, status }: Restore): boolean =>
    status?.resolved?.repository !== undefined &&
    repositoryKey(resolveRepositoryRef(status.resolved.repository, metadata.namespace ?? '')) === repositoryKey(ref)

/** 0: without a limit nobody waits. */
const limitOf = ({ repository: { spec } }: Pick<Observed, 'repository'>): number =>
  spec.concurrency?.maxConcurrentJobs ?? 0

/** Whether runs have to wait for a slot of it. */
export const hasPool = (repository: AnyRepository): boolean => limitOf({ repository }) > 0
