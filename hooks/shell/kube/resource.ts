import { API_VERSION } from '../../../api/names/group'

/** Where the API serves a kind. */
export interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly plural: string
  readonly namespaced: boolean
}

const namespaced = (apiVersion: string, kind: string, plural: string): Resource => ({
  apiVersion,
  kind,
  plural,
  namespaced: true,
})
const clusterWide = (apiVersion: string, kind: string, plural: string): Resource => ({
  apiVersion,
  kind,
  plural,
  namespaced: false,
})

/** Every kind that hooks, movers or the CLI read or write. Others are refused: nothing here discovers them. */
export const resources: ReadonlyArray<Resource> = [
  namespaced(API_VERSION, 'Repository', 'repositories'),
  clusterWide(API_VERSION, 'ClusterRepository', 'clusterrepositories'),
  namespaced(API_VERSION, 'SnapshotPolicy', 'snapshotpolicies'),
  namespaced(API_VERSION, 'Snapshot', 'snapshots'),
  namespaced(API_VERSION, 'SnapshotSchedule', 'snapshotschedules'),
  namespaced(API_VERSION, 'Restore', 'restores'),
  namespaced(API_VERSION, 'Maintenance', 'maintenances'),
  namespaced(API_VERSION, 'RepositoryReplication', 'repositoryreplications'),
  namespaced(API_VERSION, 'SnapshotReplication', 'snapshotreplications'),
  clusterWide('v1', 'Namespace', 'namespaces'),
  clusterWide('v1', 'Node', 'nodes'),
  clusterWide('v1', 'PersistentVolume', 'persistentvolumes'),
  namespaced('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims'),
  namespaced('v1', 'Pod', 'pods'),
  namespaced('v1', 'Secret', 'secrets'),
  namespaced('v1', 'ConfigMap', 'configmaps'),
  namespaced('v1', 'Service', 'services'),
  namespaced('v1', 'ServiceAccount', 'serviceaccounts'),
  namespaced('v1', 'Event', 'events'),
  namespaced('events.k8s.io/v1', 'Event', 'events'),
  namespaced('batch/v1', 'Job', 'jobs'),
  namespaced('apps/v1', 'Deployment', 'deployments'),
  namespaced('apps/v1', 'StatefulSet', 'statefulsets'),
  namespaced('coordination.k8s.io/v1', 'Lease', 'leases'),
  namespaced('rbac.authorization.k8s.io/v1', 'Role', 'roles'),
  namespaced('rbac.authorization.k8s.io/v1', 'RoleBinding', 'rolebindings'),
  clusterWide('rbac.authorization.k8s.io/v1', 'ClusterRole', 'clusterroles'),
  clusterWide('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'clusterrolebindings'),
  clusterWide('storage.k8s.io/v1', 'StorageClass', 'storageclasses'),
  clusterWide('storage.k8s.io/v1', 'CSIDriver', 'csidrivers'),
  namespaced('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', 'volumesnapshots'),
  clusterWide('snapshot.storage.k8s.io/v1', 'VolumeSnapshotContent', 'volumesnapshotcontents'),
  clusterWide('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', 'volumesnapshotclasses'),
  namespaced('groupsnapshot.storage.k8s.io/v1beta1', 'VolumeGroupSnapshot', 'volumegroupsnapshots'),
  clusterWide('groupsnapshot.storage.k8s.io/v1beta1', 'VolumeGroupSnapshotClass', 'volumegroupsnapshotclasses'),
  clusterWide('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions'),
  clusterWide('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', 'validatingwebhookconfigurations'),
  clusterWide('metacontroller.k8s.io/v1alpha1', 'CompositeController', 'compositecontrollers'),
  clusterWide('metacontroller.k8s.io/v1alpha1', 'DecoratorController', 'decoratorcontrollers'),
]

const byKind = new Map(resources.map((resource) => [`${resource.apiVersion} ${resource.kind}`, resource]))

export const resourceOf = (apiVersion: string, kind: string): Resource | undefined =>
  byKind.get(`${apiVersion} ${kind}`)
