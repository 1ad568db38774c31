import type { Snapshot } from '../../api/kinds/snapshot'
import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import { Annotation } from '../../api/names/annotations'
import { API_VERSION } from '../../api/names/group'
import { Label, SnapshotState } from '../../api/names/labels'
import { present } from '../core/json/present'
import { capName, repositoryLabel, type RepositoryRef } from '../core/names'
import { resolveRepositoryRef } from '../core/repository'
import type { Birth } from './slots/scene'
import type { Target } from './target'

/** What becomes of a policy's Snapshots when the policy goes. */
export const onPolicyDelete = ({ deletion }: SnapshotPolicy['spec']): 'Retain' | 'Delete' =>
  deletion?.onPolicyDelete ?? 'Retain'

export const onScheduleDelete = ({ spec }: SnapshotSchedule): 'Retain' | 'Delete' =>
  spec.deletion?.onScheduleDelete ?? 'Retain'

/** The Snapshot of one member of a slot. What its deletion will need to know of its owners is on it from birth. */
export const bornSnapshot = (
  policy: SnapshotPolicy,
  targets: ReadonlyArray<Target>,
  { member, schedule, slot }: Birth,
): Pick<Snapshot, 'apiVersion' | 'kind' | 'metadata' | 'spec'> => {
  const namespace = policy.metadata.namespace ?? ''
  return {
    apiVersion: API_VERSION,
    kind: 'Snapshot',
    metadata: {
      name: member.name,
      namespace,
      labels: {
        [Label.origin]: 'scheduled',
        [Label.schedule]: capName(schedule.metadata.name),
        [Label.config]: capName(policy.metadata.name),
        [Label.state]: SnapshotState.active,
        ...present(repositoryOf(member.repository, namespace, targets), (ref) => ({
          [Label.repository]: repositoryLabel(ref),
        })),
        ...present(member.group, (group) => ({ [Label.group]: group })),
      },
      annotations: {
        [Annotation.policyUid]: policy.metadata.uid ?? '',
        [Annotation.scheduleUid]: schedule.metadata.uid ?? '',
        [Annotation.slot]: slot,
        [Annotation.onPolicyDelete]: onPolicyDelete(policy.spec),
        [Annotation.onScheduleDelete]: onScheduleDelete(schedule),
      },
    },
    spec: {
      policyRef: { name: policy.metadata.name },
      deletionPolicy: policy.spec.defaultDeletionPolicy ?? 'Delete',
      onScheduleDelete: onScheduleDelete(schedule),
      ...present(member.pvc, (pvc) => ({
        source: {
          sourceIndex: member.sourceIndex ?? 0,
          target: { pvc },
          ...present(member.group, (group) => ({
            group: { namespace: pvc.namespace, volumeGroupSnapshotName: group },
          })),
        },
      })),
      ...present(member.repository, (repository) => ({ repository })),
    },
  }
}

const repositoryOf = (
  pinned: Birth['member']['repository'],
  namespace: string,
  targets: ReadonlyArray<Target>,
): RepositoryRef | undefined => (pinned === undefined ? targets[0]?.ref : resolveRepositoryRef(pinned, namespace))
