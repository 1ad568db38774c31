import type { Snapshot } from '../../api/kinds/snapshot'
import type { KubeObject } from '../../api/kubernetes/object'
import { kindKey } from '../../api/metacontroller/sync'
import type { Circumstances } from '../hook'
import type { SnapshotRequest } from './request'

/** One call, arranged: the Snapshot, its observed Jobs by name, and everything around. */
export interface Scene extends Circumstances {
  readonly snapshot: Snapshot
  readonly namespace: string
  readonly uid: string
  readonly jobs: ReadonlyMap<string, KubeObject>
  readonly finalizing: boolean
}

export const JOB = kindKey('batch/v1', 'Job')

export const sceneOf = ({ parent, children, finalizing }: SnapshotRequest, circumstances: Circumstances): Scene => ({
  ...circumstances,
  snapshot: parent,
  namespace: parent.metadata.namespace ?? '',
  uid: parent.metadata.uid ?? '',
  jobs: new Map(Object.values(children[JOB] ?? {}).map((job) => [job.metadata.name, job])),
  finalizing,
})

export const jobRef = (namespace: string, name: string) => ({ apiVersion: 'batch/v1', kind: 'Job', namespace, name })

/** Whether an object is controlled by the Snapshot of this call, not by a namesake. */
export const isOwn = ({ uid }: Pick<Scene, 'uid'>, object: KubeObject): boolean =>
  object.metadata.ownerReferences?.some((owner) => owner.controller === true && owner.uid === uid) === true
