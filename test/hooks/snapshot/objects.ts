import type { KubeObject, ObjectMeta } from '../../../api/kubernetes/object'

export const NOW = Date.parse('2026-03-01T12:00:00Z')
export const API = 'kopiur.home-operations.com/v1alpha1'
export const K = 'kopiur.home-operations.com/'
export const settings = {
  operatorNamespace: 'kopiur-system',
  mover: { image: 'mover:1', imagePullSecrets: [], serviceAccount: 'kopiur-mover', progressIntervalSeconds: 30 },
}
export const around = { now: NOW, settings, refusals: [] }

const of =
  (kind: string, apiVersion = API) =>
  (name: string, rest: object = {}, metadata: Partial<ObjectMeta> = {}): KubeObject => ({
    apiVersion,
    kind,
    metadata: {
      name,
      namespace: 'db',
      uid: `${kind}-${name}`,
      resourceVersion: '7',
      generation: 1,
      creationTimestamp: '2026-03-01T11:00:00Z',
      ...metadata,
    },
    ...rest,
  })

export const policy = (spec: object = {}, metadata: Partial<ObjectMeta> = {}) =>
  of('SnapshotPolicy')(
    'data',
    { spec: { repository: { name: 'main' }, sources: [{ pvc: { name: 'pgdata' } }], copyMethod: 'Direct', ...spec } },
    metadata,
  )

export const repository = (spec: object = {}, status: object = { phase: 'Ready', uniqueId: 'f00d' }) =>
  of('Repository')('main', {
    spec: {
      backend: { filesystem: { path: '/repository', volume: { pvc: { name: 'nas' } } } },
      encryption: { passwordSecretRef: { name: 'repo-password' } },
      ...spec,
    },
    status,
  })

export const clusterRepository = (spec: object = {}): KubeObject => {
  const { namespace, ...metadata } = of('ClusterRepository')('shared').metadata
  return {
    apiVersion: API,
    kind: 'ClusterRepository',
    metadata,
    spec: {
      backend: { s3: { bucket: 'b', auth: { secretRef: { name: 'keys' } } } },
      encryption: { passwordSecretRef: { name: 'repo-password', namespace: 'vault' } },
      allowedNamespaces: { list: ['db'] },
      ...spec,
    },
    status: { phase: 'Ready' },
  }
}

export const secret = (name = 'repo-password', data: object = { KOPIA_PASSWORD: '' }) =>
  of('Secret', 'v1')(name, { data })
export const claim = (spec: object = {}) =>
  of('PersistentVolumeClaim', 'v1')('pgdata', { spec: { accessModes: ['ReadWriteOnce'], ...spec } })
export const namespace = (metadata: Partial<ObjectMeta> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'db', ...metadata },
})
/** The account of the movers of a namespace. */
export const moverAccount = () => of('ServiceAccount', 'v1')('kopiur-mover')
export const schedule = (metadata: Partial<ObjectMeta> = {}) => of('SnapshotSchedule')('nightly', {}, metadata)
export const pod = (name: string, rest: object, labels: { [key: string]: string } = {}) =>
  of('Pod', 'v1')(name, rest, { labels })
export const other = of

export const snapshot = (parts: { spec?: object; status?: object; metadata?: Partial<ObjectMeta> } = {}): KubeObject =>
  of('Snapshot')(
    'data-1',
    {
      spec: { policyRef: { name: 'data' }, ...parts.spec },
      ...(parts.status === undefined ? {} : { status: parts.status }),
    },
    parts.metadata,
  )

/** A Snapshot as its policy has it. */
export const owned = (parts: Parameters<typeof snapshot>[0] = {}): KubeObject =>
  snapshot({ ...parts, metadata: { ...parts.metadata, ownerReferences: OWNED_BY_POLICY } })

export const OWNED_BY_POLICY = [
  {
    apiVersion: API,
    kind: 'SnapshotPolicy',
    name: 'data',
    uid: 'SnapshotPolicy-data',
    controller: true,
    blockOwnerDeletion: true,
  },
]

const ownedBySnapshot = [
  {
    apiVersion: API,
    kind: 'Snapshot',
    name: 'data-1',
    uid: 'Snapshot-data-1',
    controller: true,
    blockOwnerDeletion: true,
  },
]

export const job = (
  name = 'data-1',
  status: object = { active: 1, startTime: '2026-03-01T11:30:00Z' },
  annotations: { [key: string]: string } = {},
): KubeObject =>
  of('Job', 'batch/v1')(
    name,
    { spec: {}, status },
    { annotations, ownerReferences: ownedBySnapshot, creationTimestamp: '2026-03-01T11:59:00Z' },
  )

export const complete = {
  succeeded: 1,
  completionTime: '2026-03-01T11:40:00Z',
  conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: '2026-03-01T11:40:00Z' }],
}
export const failed = (reason: string) => ({
  failed: 3,
  conditions: [{ type: 'Failed', status: 'True', reason, message: '', lastTransitionTime: '2026-03-01T11:40:00Z' }],
})

const times = { startTime: '2026-03-01T11:30:10Z', endTime: '2026-03-01T11:39:50Z' }
export const outcome = (value: object) => ({ [`${K}outcome`]: JSON.stringify({ version: 1, ...times, ...value }) })
export const saved = (stats: object = {}, told: object = times) =>
  outcome({
    succeeded: {
      snapshot: {
        saved: {
          snapshotId: 'k1',
          identity: { username: 'data', hostname: 'db', sourcePath: '/pvc/pgdata' },
          ...told,
          stats: { sizeBytes: 1000, bytesNew: 10, ...stats },
          foundByTag: false,
        },
      },
    },
  })
export const unchanged = outcome({ succeeded: { snapshot: { unchanged: times } } })
export const failure = (kopiaErrorClass: string) =>
  outcome({ failed: { kopiaErrorClass, message: `It was ${kopiaErrorClass}.`, retryRecommended: false, exitCode: 1 } })

export const savedStatus = {
  phase: 'Succeeded',
  origin: 'manual',
  job: { name: 'data-1', attempts: 1 },
  resolved: { repository: { kind: 'Repository', name: 'main', namespace: 'db' } },
  snapshot: { kopiaSnapshotID: 'k1', identity: { username: 'data', hostname: 'db', sourcePath: '/pvc/pgdata' } },
  timing: { startTime: '2026-03-01T11:30:10Z', endTime: '2026-03-01T11:39:50Z' },
}

/** The claim the repository lies on. */
export const store = () => ({
  ...of('PersistentVolumeClaim', 'v1')('nas', { spec: { accessModes: ['ReadWriteMany'] } }),
})

/** Everything a run of the policy needs. */
export const cluster = (): ReadonlyArray<KubeObject> => [
  policy(),
  repository(),
  secret(),
  claim(),
  store(),
  namespace(),
]

export const request = (parent: KubeObject, jobs: ReadonlyArray<KubeObject> = [], finalizing = false) => ({
  controller: {
    apiVersion: 'metacontroller.k8s.io/v1alpha1',
    kind: 'CompositeController',
    metadata: { name: 'kopiur-snapshot' },
  },
  parent,
  children: { 'Job.batch/v1': Object.fromEntries(jobs.map((child) => [`db/${child.metadata.name}`, child])) },
  related: {},
  finalizing,
})
