import { API_VERSION } from '../../../api/names/group'

type Manifest = object

const NAMESPACE = 'story'
const object = (kind: string, name: string, spec: object): Manifest => ({
  apiVersion: API_VERSION,
  kind,
  metadata: { name, namespace: NAMESPACE },
  spec,
})

const volume = (name: string, folder: string): ReadonlyArray<Manifest> => [
  { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec: { hostPath: { path: folder } } },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: NAMESPACE },
    spec: { volumeName: name, accessModes: ['ReadWriteMany'], resources: { requests: { storage: '1Gi' } } },
  },
]

export const POLICIES = ['a', 'b', 'c'] as const
export type PolicyName = (typeof POLICIES)[number]

const concurrency = { a: 'Forbid', b: 'Allow', c: 'Replace' } as const

export const schedule = (name: PolicyName, suspend: boolean): Manifest =>
  object('SnapshotSchedule', name, {
    policyRef: { name },
    schedule: { cron: '* * * * *', concurrencyPolicy: concurrency[name], ...(suspend ? { suspend } : {}) },
  })

export interface Folders {
  readonly repository: string
  readonly sources: { readonly [policy in PolicyName]: string }
}

/** One repository, three policies that run every minute and keep little. */
export const setting = (folders: Folders, password: string): ReadonlyArray<Manifest> => [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
  ...volume('store', folders.repository),
  ...POLICIES.flatMap((name) => volume(`data-${name}`, folders.sources[name])),
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'password', namespace: NAMESPACE },
    stringData: { KOPIA_PASSWORD: password },
  },
  object('Repository', 'nas', {
    backend: { filesystem: { path: '/repository', volume: { pvc: { name: 'store' } } } },
    encryption: { passwordSecretRef: { name: 'password' } },
  }),
  ...POLICIES.flatMap((name) => [
    object('SnapshotPolicy', name, {
      repository: { name: 'nas' },
      sources: [{ pvc: { name: `data-${name}` } }],
      copyMethod: 'Direct',
      retention: { keepLatest: name === 'a' ? 10 : 2 },
    }),
    schedule(name, false),
  ]),
]

export const manualSnapshot = (name: string, policy: PolicyName): Manifest =>
  object('Snapshot', name, { policyRef: { name: policy } })

export const restore = (name: string, policy: PolicyName): Manifest =>
  object('Restore', name, {
    source: { fromPolicy: { name: policy } },
    target: { pvc: { name, capacity: '1Gi', accessModes: ['ReadWriteOnce'] } },
  })

export const asYaml = (manifests: ReadonlyArray<Manifest>): string =>
  manifests.map((one) => JSON.stringify(one)).join('\n---\n')
