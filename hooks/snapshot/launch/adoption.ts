import { snapshotPolicy, type SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import type { OwnerReference } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { Label, SnapshotState } from '../../../api/names/labels'
import { readAs } from '../../core/kube'
import { capName, repositoryLabel } from '../../core/names'
import type { Effect } from '../../effect'
import { getNeed } from '../../need'
import { isBornFinished } from '../../core/origin'
import type { Scene } from '../scene'
import { policyRefOf } from './policy-of'
import { repositoryRefOf } from './repository-of'

/**
 * A Snapshot that somebody made by hand becomes one of its policy's when the policy is read for its run: in one write, by
 * the very object that was read. What is not adopted here, for it never began, its labels let the policy adopt later.
 */
export const adoption = (scene: Scene): ReadonlyArray<Effect> => {
  const { snapshot, namespace, uid, reads } = scene
  const { resourceVersion, deletionTimestamp, ownerReferences = [], name } = snapshot.metadata
  const ref = policyRefOf(scene)
  if (ref === undefined || ref.namespace !== namespace || isBornFinished(snapshot)) return []
  const isFree = deletionTimestamp === undefined && !ownerReferences.some(({ controller }) => controller === true)
  const read = readAs(snapshotPolicy)(reads, getNeed(ref))
  if (!isFree || resourceVersion === undefined || read._tag !== 'Found') return []
  const owner = ownerOf(read.value)
  return owner === undefined
    ? []
    : [
        {
          _tag: 'Adopt',
          ref: { apiVersion: snapshot.apiVersion, kind: snapshot.kind, namespace, name },
          uid,
          resourceVersion,
          ownerReferences: [...ownerReferences, owner],
          labels: labelsOf(scene, read.value, owner.uid),
          annotations: {
            [Annotation.policyUid]: owner.uid,
            [Annotation.onPolicyDelete]: read.value.spec.deletion?.onPolicyDelete ?? 'Retain',
          },
        },
      ]
}

/** As Metacontroller writes it. */
const ownerOf = ({ apiVersion, kind, metadata }: SnapshotPolicy): OwnerReference | undefined =>
  metadata.uid === undefined || metadata.deletionTimestamp !== undefined
    ? undefined
    : { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true }

const labelsOf = ({ snapshot, namespace }: Scene, policy: SnapshotPolicy, uid: string) => {
  const repository = repositoryRefOf(snapshot, namespace, { policy, namespace })
  return {
    [Label.controllerUid]: uid,
    [Label.config]: capName(policy.metadata.name),
    [Label.state]: SnapshotState.active,
    ...('invalid' in repository ? {} : { [Label.repository]: repositoryLabel(repository) }),
  }
}
