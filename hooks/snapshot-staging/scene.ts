import type { Snapshot } from '../../api/kinds/snapshot'
import type { KubeObject } from '../../api/kubernetes/object'
import { kindKey, type ObjectMap } from '../../api/metacontroller/sync'
import { SNAPSHOT_API } from '../core/kube'
import type { Circumstances } from '../hook'
import { claim, volumeSnapshot, type Claim, type VolumeSnapshot } from './objects'
import type { StagingRequest } from './request'

/** One call, arranged: the Snapshot and what was made for it. */
export interface Scene extends Circumstances {
  readonly snapshot: Snapshot
  readonly namespace: string
  readonly uid: string
  readonly claim: Claim | undefined
  readonly volumeSnapshot: VolumeSnapshot | undefined
  readonly attachments: ReadonlyArray<KubeObject>
}

const CLAIM = kindKey('v1', 'PersistentVolumeClaim')
const VOLUME_SNAPSHOT = kindKey(SNAPSHOT_API, 'VolumeSnapshot')

/** There is at most one of each: their names follow from the name of the Snapshot. */
export const sceneOf = ({ object, attachments }: StagingRequest, circumstances: Circumstances): Scene => ({
  ...circumstances,
  snapshot: object,
  namespace: object.metadata.namespace ?? '',
  uid: object.metadata.uid ?? '',
  claim: ofKind(attachments, CLAIM).find(claim.is),
  volumeSnapshot: ofKind(attachments, VOLUME_SNAPSHOT).find(volumeSnapshot.is),
  attachments: [...ofKind(attachments, CLAIM), ...ofKind(attachments, VOLUME_SNAPSHOT)],
})

const ofKind = (attachments: ObjectMap, key: string): ReadonlyArray<KubeObject> => Object.values(attachments[key] ?? {})
