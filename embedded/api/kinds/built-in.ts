import type { KindDefinition } from '../kind-definition'
import { dataDefaults } from './data-maps'
import { jobDefaults } from './job-defaults'
import { jobErrors } from './job-rules'
import { storageClassDefaults, volumeDefaults } from './persistent-volume'
import { claimDefaults, claimErrors } from './persistent-volume-claim'
import { namespaceDefaults } from './namespace'
import { secretDefaults } from './secret'

type Traits = Partial<Omit<KindDefinition, 'apiVersion' | 'kind' | 'plural'>>

/** A kind without a schema: whatever is written is kept. Namespaced, with a status subresource, without generation. */
export const looseKind = (apiVersion: string, kind: string, plural: string, traits: Traits = {}): KindDefinition => ({
  apiVersion,
  kind,
  plural,
  shortNames: [],
  categories: [],
  namespaced: true,
  statusSubresource: true,
  generation: false,
  conditionalUpdate: false,
  defaultPropagation: 'Background',
  nameRule: 'subdomain',
  columns: [],
  ...traits,
})

const plain: Traits = { statusSubresource: false }
const cluster: Traits = { namespaced: false }
const rbac: Traits = { statusSubresource: false, nameRule: 'path-segment' }

/** The built-in kinds that hooks, movers and users of the embedded cluster meet. */
export const builtInKinds: ReadonlyArray<KindDefinition> = [
  looseKind('v1', 'Namespace', 'namespaces', {
    ...cluster,
    nameRule: 'label',
    shortNames: ['ns'],
    defaults: namespaceDefaults,
  }),
  looseKind('v1', 'Node', 'nodes', { ...cluster, shortNames: ['no'] }),
  looseKind('v1', 'Secret', 'secrets', { ...plain, defaults: secretDefaults }),
  looseKind('v1', 'ConfigMap', 'configmaps', { ...plain, shortNames: ['cm'], defaults: dataDefaults }),
  looseKind('v1', 'ServiceAccount', 'serviceaccounts', { ...plain, shortNames: ['sa'] }),
  looseKind('v1', 'Event', 'events', { ...plain, shortNames: ['ev'] }),
  looseKind('v1', 'Pod', 'pods', { shortNames: ['po'] }),
  looseKind('v1', 'Service', 'services', { shortNames: ['svc'], nameRule: 'label' }),
  looseKind('v1', 'PersistentVolume', 'persistentvolumes', {
    ...cluster,
    shortNames: ['pv'],
    defaults: volumeDefaults,
  }),
  looseKind('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims', {
    shortNames: ['pvc'],
    defaults: claimDefaults,
    validate: claimErrors,
  }),
  looseKind('storage.k8s.io/v1', 'StorageClass', 'storageclasses', {
    ...cluster,
    ...plain,
    shortNames: ['sc'],
    defaults: storageClassDefaults,
  }),
  looseKind('batch/v1', 'Job', 'jobs', {
    generation: true,
    defaultPropagation: 'Orphan',
    defaults: jobDefaults,
    validate: jobErrors,
  }),
  looseKind('batch/v1', 'CronJob', 'cronjobs', { generation: true, shortNames: ['cj'] }),
  looseKind('apps/v1', 'Deployment', 'deployments', { generation: true, shortNames: ['deploy'] }),
  looseKind('apps/v1', 'StatefulSet', 'statefulsets', { generation: true, shortNames: ['sts'] }),
  looseKind('coordination.k8s.io/v1', 'Lease', 'leases', plain),
  looseKind('rbac.authorization.k8s.io/v1', 'Role', 'roles', rbac),
  looseKind('rbac.authorization.k8s.io/v1', 'RoleBinding', 'rolebindings', rbac),
  looseKind('rbac.authorization.k8s.io/v1', 'ClusterRole', 'clusterroles', { ...rbac, ...cluster }),
  looseKind('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'clusterrolebindings', { ...rbac, ...cluster }),
  looseKind('events.k8s.io/v1', 'Event', 'events', plain),
  looseKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions', {
    ...cluster,
    generation: true,
    shortNames: ['crd'],
  }),
  looseKind('metacontroller.k8s.io/v1alpha1', 'CompositeController', 'compositecontrollers', {
    ...cluster,
    generation: true,
    shortNames: ['cc', 'cctl'],
  }),
  looseKind('metacontroller.k8s.io/v1alpha1', 'DecoratorController', 'decoratorcontrollers', {
    ...cluster,
    generation: true,
    shortNames: ['dec', 'decorators'],
  }),
]

const custom: Traits = { generation: true, conditionalUpdate: true }

/** The CSI snapshot APIs, as loose kinds: they are there only where a cluster has them installed. */
export const csiSnapshotKinds: ReadonlyArray<KindDefinition> = [
  looseKind('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', 'volumesnapshots', { ...custom, shortNames: ['vs'] }),
  looseKind('snapshot.storage.k8s.io/v1', 'VolumeSnapshotContent', 'volumesnapshotcontents', { ...custom, ...cluster }),
  looseKind('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', 'volumesnapshotclasses', {
    ...custom,
    ...cluster,
    ...plain,
  }),
  looseKind('groupsnapshot.storage.k8s.io/v1beta1', 'VolumeGroupSnapshot', 'volumegroupsnapshots', custom),
  looseKind('groupsnapshot.storage.k8s.io/v1beta1', 'VolumeGroupSnapshotClass', 'volumegroupsnapshotclasses', {
    ...custom,
    ...cluster,
    ...plain,
  }),
]
