import type { JsonObject } from '../../../api/kubernetes/json'
import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { APPS, type World } from './world'

export const REPOSITORY = 'nas'
export const CLAIM = 'data'
export const POLICIES = ['first', 'second'] as const
export type PolicyName = (typeof POLICIES)[number]

export const STORAGE = { filesystem: { path: '/repository' } }

/** What differs from world to world from the beginning. */
export interface Setting {
  /** Minutes between two slots of each schedule. */
  readonly every: { readonly [policy in PolicyName]: number }
  readonly retention: JsonObject
  readonly concurrencyPolicy: 'Forbid' | 'Allow' | 'Replace'
  readonly onPolicyDelete: 'Retain' | 'Delete'
  readonly onScheduleDelete: 'Retain' | 'Delete'
  readonly onNamespaceDelete: 'Orphan' | 'Delete'
  readonly threshold: number
  readonly startingDeadlineSeconds?: number
  /** Absent: the live volume is read. */
  readonly copyMethod?: 'Direct' | 'Snapshot' | 'Clone'
}

/** A setting for worlds that need no other. */
export const USUAL: Setting = {
  every: { first: 5, second: 7 },
  retention: { keepLatest: 1 },
  concurrencyPolicy: 'Forbid',
  onPolicyDelete: 'Retain',
  onScheduleDelete: 'Retain',
  onNamespaceDelete: 'Orphan',
  threshold: 10,
}

/** A namespace with a repository, a claim, and two policies with a schedule each. */
export const establish = (world: World, setting: Setting): void =>
  world.person((store) => {
    for (const object of [
      secret(),
      ...storage(setting),
      claim(CLAIM),
      repository(setting),
      ...POLICIES.flatMap((name) => [policy(name, setting), schedule(name, setting)]),
    ])
      store.create(object)
  })

const named = (kind: string, name: string, spec: JsonObject): KubeObject => ({
  apiVersion: API_VERSION,
  kind,
  metadata: { name, namespace: APPS },
  spec,
})

const secret = (): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'nas-password', namespace: APPS },
  data: { KOPIA_PASSWORD: 'cGFzc3dvcmQ=' },
})

export const claim = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: APPS },
  spec: {
    accessModes: ['ReadWriteMany'],
    resources: { requests: { storage: '1Gi' } },
    storageClassName: 'fast',
    volumeName: `volume-of-${name}`,
  },
  status: { phase: 'Bound' },
})

const DRIVER = 'csi.example.com'
const clusterWide = (apiVersion: string, kind: string, name: string, rest: JsonObject): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name },
  ...rest,
})

/** The volume of the claim, and what its driver can do. */
const storage = ({ copyMethod }: Setting): ReadonlyArray<KubeObject> => [
  clusterWide('v1', 'PersistentVolume', `volume-of-${CLAIM}`, {
    spec: { csi: { driver: DRIVER, volumeHandle: CLAIM }, persistentVolumeReclaimPolicy: 'Retain' },
  }),
  clusterWide('storage.k8s.io/v1', 'StorageClass', 'fast', {
    provisioner: DRIVER,
    volumeBindingMode: copyMethod === 'Clone' ? 'WaitForFirstConsumer' : 'Immediate',
  }),
  clusterWide('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', 'fast', { driver: DRIVER }),
  clusterWide('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'volumesnapshots.snapshot.storage.k8s.io', {
    spec: {},
  }),
]

const repository = ({ threshold, onNamespaceDelete }: Setting): KubeObject =>
  named('Repository', REPOSITORY, {
    backend: STORAGE,
    encryption: { passwordSecretRef: { name: 'nas-password' } },
    create: { enabled: true },
    deletionProtection: { threshold },
    maintenance: { enabled: false },
    onNamespaceDelete,
  })

export const policy = (name: PolicyName, { retention, onPolicyDelete, copyMethod = 'Direct' }: Setting): KubeObject =>
  named('SnapshotPolicy', name, {
    repository: { name: REPOSITORY },
    sources: [{ pvc: { name: CLAIM } }],
    copyMethod,
    retention,
    deletion: { onPolicyDelete },
    identity: { username: name },
  })

export const schedule = (
  name: PolicyName,
  { every, concurrencyPolicy, onScheduleDelete, startingDeadlineSeconds }: Setting,
): KubeObject =>
  named('SnapshotSchedule', name, {
    policyRef: { name },
    schedule: {
      cron: `*/${every[name]} * * * *`,
      concurrencyPolicy,
      ...(startingDeadlineSeconds === undefined ? {} : { startingDeadlineSeconds }),
    },
    deletion: { onScheduleDelete },
  })
