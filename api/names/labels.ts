/** Prefix of every label, annotation and finalizer of this API; written `K/` in the documentation. */
export const PREFIX = 'kopiur.home-operations.com/'

export const Label = {
  origin: `${PREFIX}origin`,
  /** Name of the SnapshotPolicy. */
  config: `${PREFIX}config`,
  /** Name of the SnapshotSchedule. */
  schedule: `${PREFIX}schedule`,
  snapshotId: `${PREFIX}snapshot-id`,
  repositoryUid: `${PREFIX}repository-uid`,
  /** Repository label: first 40 characters of its name, `-`, short hash of its key. Ours. */
  repository: `${PREFIX}repository`,
  /** `active` | `deleting` | `settled`, on Snapshots and Restores. Ours. */
  state: `${PREFIX}state`,
  op: `${PREFIX}op`,
  deleteRepo: `${PREFIX}delete-repo`,
  repoPool: `${PREFIX}repo-pool`,
  maintenance: `${PREFIX}maintenance`,
  group: `${PREFIX}group`,
  verify: `${PREFIX}verify`,
  verifyRepo: `${PREFIX}verify-repo`,
  /** `cr` on copies of Secrets that belong to one object. */
  credsScope: `${PREFIX}creds-scope`,
  /** `mover-cache` on claims that movers keep their caches in. */
  volumeComponent: `${PREFIX}component`,
  managedBy: 'app.kubernetes.io/managed-by',
  component: 'app.kubernetes.io/component',
  /** Metacontroller's generated selector: the UID of the composite parent. */
  controllerUid: 'controller-uid',
} as const

export const MANAGED_BY = 'kopiur'

export const SnapshotState = { active: 'active', deleting: 'deleting', settled: 'settled' } as const
export type SnapshotState = (typeof SnapshotState)[keyof typeof SnapshotState]
