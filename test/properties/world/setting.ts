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
    volumeName: `volume-of-${name}`,
  },
  status: { phase: 'Bound' },
})

const repository = ({ threshold, onNamespaceDelete }: Setting): KubeObject =>
  named('Repository', REPOSITORY, {
    backend: STORAGE,
    encryption: { passwordSecretRef: { name: 'nas-password' } },
    create: { enabled: true },
    deletionProtection: { threshold },
    maintenance: { enabled: false },
    onNamespaceDelete,
  })

export const policy = (name: PolicyName, { retention, onPolicyDelete }: Setting): KubeObject =>
  named('SnapshotPolicy', name, {
    repository: { name: REPOSITORY },
    sources: [{ pvc: { name: CLAIM } }],
    copyMethod: 'Direct',
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
