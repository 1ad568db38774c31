import { kubeObject, type KubeObject, type ObjectRef } from '../../../api/kubernetes/object'
import { snapshotPolicy, type SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import { Annotation } from '../../../api/names/annotations'
import { API_VERSION } from '../../../api/names/group'
import { Label } from '../../../api/names/labels'
import { readAs, type Read } from '../../core/kube'
import { LABEL_LIMIT } from '../../core/names'
import { chain, end, go, listStep, readStep, type Step } from '../../core/step'
import { getNeed } from '../../need'
import { policyRefOf } from '../launch/policy-of'
import type { Move } from '../move'
import { originOf } from '../../core/origin'
import type { Scene } from '../scene'
import type { Cascade, OwnerState } from './deletion-plan'
import { onPolicyDelete, recordedPolicyUid, recordedScheduleUid } from './recorded-facts'

/** Whether the very policy that owned this Snapshot still lives. */
export const policyState = (scene: Scene): Step<OwnerState, Move> =>
  ownerState(scene, recordedPolicyUid(scene.snapshot), policyRefOf(scene))

/**
 * What becomes of it with its policy. The record may be older than the spec: of a policy that is still there, going, both
 * have to say Delete.
 */
export const policyCascade = (scene: Scene): Cascade => {
  const ref = policyRefOf(scene)
  const uid = recordedPolicyUid(scene.snapshot)
  return ref !== undefined && retains(readAs(snapshotPolicy)(scene.reads, getNeed(ref)), uid)
    ? 'Retain'
    : onPolicyDelete(scene.snapshot)
}

const retains = (policy: Read<SnapshotPolicy>, uid: string | undefined): boolean => {
  switch (policy._tag) {
    case 'Found':
      return policy.value.metadata.uid === uid && policy.value.spec.deletion?.onPolicyDelete !== 'Delete'
    case 'Unreadable':
      return policy.object.metadata.uid === uid
    case 'Missing':
    case 'Forbidden':
    case 'NotRead':
      return false
  }
}

/** The label holds the name; one that was cut to fit a label is looked up by its UID among all. */
export const scheduleState = (scene: Scene): Step<OwnerState, Move> => {
  const name = scene.snapshot.metadata.labels?.[Label.schedule]
  const uid = recordedScheduleUid(scene.snapshot)
  const kind = { apiVersion: API_VERSION, kind: 'SnapshotSchedule', namespace: scene.namespace }
  if (uid === undefined || name === undefined || name.length < LABEL_LIMIT)
    return ownerState(scene, uid, name === undefined ? undefined : { ...kind, name })
  return chain(listStep(kubeObject, scene.reads, { _tag: 'List', ...kind, labelSelector: {} }), (listed) =>
    listed._tag === 'Listed'
      ? go(listed.items.some((schedule) => isAliveAs(schedule, uid)) ? 'Alive' : 'Gone')
      : end(unreadable(scene, { ...kind, name })),
  )
}

const isAliveAs = ({ metadata }: KubeObject, uid: string): boolean =>
  metadata.uid === uid && metadata.deletionTimestamp === undefined

export const replicationState = (scene: Scene): Step<OwnerState, Move> => {
  if (originOf(scene.snapshot) !== 'replicated') return go('Unrecorded')
  const owner = scene.snapshot.metadata.ownerReferences?.find(({ kind }) => kind === 'SnapshotReplication')
  return owner === undefined
    ? go('Gone')
    : ownerState(scene, owner.uid, {
        apiVersion: API_VERSION,
        kind: owner.kind,
        namespace: scene.namespace,
        name: owner.name,
      })
}

/** By UID: a namesake that was made since is another owner. An owner whose name is lost cannot be looked up and is gone. */
const ownerState = (
  scene: Scene,
  uid: string | undefined,
  ref: (ObjectRef & { readonly namespace: string }) | undefined,
): Step<OwnerState, Move> => {
  if (uid === undefined) return go('Unrecorded')
  if (ref === undefined) return go('Gone')
  return chain(readStep(kubeObject, scene.reads, ref), (read) => {
    switch (read._tag) {
      case 'Found':
        return go(isAliveAs(read.value, uid) ? 'Alive' : 'Gone')
      case 'Missing':
        return go('Gone')
      case 'Forbidden':
      case 'Unreadable':
        return end(unreadable(scene, ref))
    }
  })
}

/** Without knowing it nothing is deleted. */
export const unreadable = (scene: Scene, { kind, namespace, name }: ObjectRef): Move => ({
  conditions: [
    {
      type: 'DeletionPlanned',
      status: 'Unknown',
      reason: 'OwnerUnreadable',
      message: `${kind} ${namespace === undefined ? name : `${namespace}/${name}`} may not be read, so it is not known whether this deletion is wanted. Grant the service get on it, or keep the data: kubectl annotate snapshot ${scene.snapshot.metadata.name} -n ${scene.namespace} ${Annotation.skipSnapshotCleanup}=true`,
    },
  ],
  resyncAfterSeconds: 60,
})
