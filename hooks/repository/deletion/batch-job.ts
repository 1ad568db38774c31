import type * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { DeleteMember } from '../../../api/mover/work-spec'
import { Annotation } from '../../../api/names/annotations'
import { Label } from '../../../api/names/labels'
import { moverJob, type MoverJobRefusal } from '../../core/mover-job'
import { capName, repositoryLabel } from '../../core/names'
import { repositoryAccess, repositoryLayer } from '../../core/repository'
import type { Settings } from '../../settings'
import { jobClient, targetOf } from '../job-target'
import type { Observed } from '../observed'
import { BATCH_OPERATION } from './batch-of'
import type { PendingDeletion } from './pending-deletion'

const DEADLINE_SECONDS = 3600

/** One Job that deletes the kopia snapshots of its members. Its name says who they are. */
export const batchJob = (
  observed: Observed,
  members: ReadonlyArray<PendingDeletion>,
  caBundle: string | undefined,
  settings: Settings,
): E.Either<MoverJobRefusal, KubeObject> => {
  const label = repositoryLabel(observed.ref)
  const uids = members.map(({ uid }) => uid).sort()
  const layers = [repositoryLayer(observed.repository)]
  const access = repositoryAccess(observed.repository, {
    client: jobClient(observed.ref, 'kopiur-delete'),
    readOnly: false,
    ...(caBundle === undefined ? {} : { caBundle }),
    layers,
  })
  return moverJob({
    name: capName(`snapdel-${label}-${uids.join('-')}`),
    namespace: observed.namespace,
    labels: { [Label.op]: BATCH_OPERATION, [Label.deleteRepo]: label },
    annotations: { [Annotation.deleteMembers]: uids.join(',') },
    workSpec: {
      version: 1,
      target: targetOf(observed),
      repository: access.repository,
      operation: { deleteBatch: { members: members.map(memberOf) } },
      progressIntervalSeconds: 0,
    },
    layers,
    ...access,
    failurePolicy: { activeDeadlineSeconds: DEADLINE_SECONDS },
    settings: settings.mover,
  })
}

const memberOf = ({ uid, snapshotId, anchor, runUid }: PendingDeletion): DeleteMember => ({
  uid,
  ...(snapshotId === undefined ? {} : { snapshotId }),
  ...(anchor === undefined ? {} : { anchor }),
  ...(runUid === undefined ? {} : { runUid }),
})
