import type { KubeObject } from '../../../api/kubernetes/object'
import { repositoryLabel } from '../../../hooks/core/names'
import { API, aRepository } from './world'

export const LABEL = repositoryLabel({ kind: 'Repository', namespace: 'db', name: 'main' })

export const ready = (spec: object = {}, metadata: Partial<KubeObject['metadata']> = {}): KubeObject =>
  aRepository(
    { maintenance: { enabled: false }, health: { probe: { enabled: false } }, ...spec },
    {
      phase: 'Ready',
      uniqueId: 'abc',
      resolvedCredentialVersion: '7',
      health: { lastProbeAt: '2026-08-05T11:00:00Z', lastHealthyAt: '2026-08-05T11:00:00Z' },
      conditions: [
        {
          type: 'Bootstrapped',
          status: 'True',
          reason: 'Bootstrapped',
          message: 'The repository was created and is connected.',
          lastTransitionTime: '2026-08-05T11:00:00Z',
          observedGeneration: 1,
        },
      ],
    },
    metadata,
  )

export interface SnapshotParts {
  /** Absent: it lives. */
  readonly deletedAt?: string
  /** Reason of `DeletionPlanned`; absent: its finalize hook has not spoken. */
  readonly plan?: string
  /** kopia id; `null`: none was saved. */
  readonly id?: string | null
  readonly annotations?: { readonly [key: string]: string }
  readonly spec?: object
  readonly status?: object
  readonly labels?: { readonly [key: string]: string }
}

export const aSnapshot = (uid: string, parts: SnapshotParts = {}): KubeObject => ({
  apiVersion: API,
  kind: 'Snapshot',
  metadata: {
    name: `snap-${uid}`,
    namespace: 'db',
    uid,
    creationTimestamp: '2026-08-01T00:00:00Z',
    labels: {
      'kopiur.home-operations.com/repository': LABEL,
      'kopiur.home-operations.com/state': parts.deletedAt === undefined ? 'settled' : 'deleting',
      ...parts.labels,
    },
    ...(parts.deletedAt === undefined ? {} : { deletionTimestamp: parts.deletedAt, finalizers: ['f'] }),
    ...(parts.annotations === undefined ? {} : { annotations: parts.annotations }),
  },
  spec: { deletionPolicy: 'Delete', ...parts.spec },
  status: {
    phase: parts.deletedAt === undefined ? 'Succeeded' : 'Deleting',
    origin: 'manual',
    resolved: { repository: { kind: 'Repository', name: 'main', namespace: 'db' } },
    job: { name: `snap-${uid}` },
    timing: { startTime: '2026-08-01T00:00:00Z', endTime: '2026-08-01T00:01:00Z' },
    ...(parts.id === null
      ? {}
      : {
          snapshot: {
            kopiaSnapshotID: parts.id ?? `id-${uid}`,
            identity: { username: 'pg', hostname: 'db', sourcePath: '/pvc/data' },
          },
        }),
    ...(parts.plan === undefined
      ? {}
      : {
          conditions: [
            {
              type: 'DeletionPlanned',
              status: 'True',
              reason: parts.plan,
              message: '',
              lastTransitionTime: parts.deletedAt ?? '2026-08-05T11:59:00Z',
            },
          ],
        }),
    ...parts.status,
  },
})
