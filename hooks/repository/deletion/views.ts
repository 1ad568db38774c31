import { restore, type Restore } from '../../../api/kinds/restore'
import { snapshot, type Snapshot } from '../../../api/kinds/snapshot'
import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { Label } from '../../../api/names/labels'
import { kubeObject } from '../../../api/kubernetes/object'
import { listAs } from '../../core/kube'
import { repositoryLabel, type RepositoryRef } from '../../core/names'
import type { Need, Reads } from '../../need'
import type { Settings } from '../../settings'
import type { Observed } from '../observed'
import { BATCH_OPERATION, batchOf, isBatchJob } from './batch-of'
import { neededIds } from './needed-ids'
import { pendingOf } from './pending-of'
import type { DeletionView } from './settle'

/** What the caches show: good for finding out whether a quorum read is worth its price, and for nothing that deletes. */
export const cachedView = ({ ref, related, jobs }: Observed): DeletionView =>
  viewOf(ref, related.snapshots, related.restores, jobs)

/**
 * What is so: all Snapshots with the label of this repository whatever their state, all Restores, all batches. Nothing
 * when any of it could not be read, for the part that is missing might be the one that keeps a snapshot.
 */
export const liveView = (observed: Observed, reads: Reads, settings: Settings): DeletionView | undefined => {
  const snapshots = listAs(snapshot)(reads, snapshotsNeed(observed.ref, settings))
  const restores = listAs(restore)(reads, restoresNeed(settings))
  const jobs = listAs(kubeObject)(reads, batchesNeed(observed))
  return snapshots._tag === 'Listed' &&
    restores._tag === 'Listed' &&
    jobs._tag === 'Listed' &&
    snapshots.unreadable.length + restores.unreadable.length + jobs.unreadable.length === 0
    ? viewOf(observed.ref, snapshots.items, restores.items, jobs.items)
    : undefined
}

export const liveNeeds = (observed: Observed, settings: Settings): ReadonlyArray<Need> => [
  snapshotsNeed(observed.ref, settings),
  restoresNeed(settings),
  batchesNeed(observed),
]

export const snapshotsNeed = (ref: RepositoryRef, settings: Settings): Need => ({
  _tag: 'List',
  apiVersion: API_VERSION,
  kind: 'Snapshot',
  ...within(settings),
  labelSelector: { matchLabels: { [Label.repository]: repositoryLabel(ref) } },
})

export const restoresNeed = (settings: Settings): Need => ({
  _tag: 'List',
  apiVersion: API_VERSION,
  kind: 'Restore',
  ...within(settings),
  labelSelector: {},
})

const batchesNeed = ({ ref, namespace }: Observed): Need => ({
  _tag: 'List',
  apiVersion: 'batch/v1',
  kind: 'Job',
  namespace,
  labelSelector: { matchLabels: { [Label.op]: BATCH_OPERATION, [Label.deleteRepo]: repositoryLabel(ref) } },
})

const within = ({ onlyNamespace }: Settings): { readonly namespace?: string } =>
  onlyNamespace === undefined ? {} : { namespace: onlyNamespace }

const viewOf = (
  ref: RepositoryRef,
  snapshots: ReadonlyArray<Snapshot>,
  restores: ReadonlyArray<Restore>,
  jobs: ReadonlyArray<KubeObject>,
): DeletionView => {
  const pending = snapshots.map(pendingOf(ref)).filter((deletion) => deletion !== undefined)
  return {
    pending,
    neededIds: neededIds(snapshots, restores, pending),
    batches: jobs.filter(isBatchJob).map(batchOf),
  }
}
