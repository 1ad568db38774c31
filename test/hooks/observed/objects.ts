import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { factsOf, objectMetrics, OBSERVED_KINDS, samplesOf, seenOf, type ObservedKind } from '../../../hooks/observed'

export interface Parts {
  readonly name?: string
  readonly namespace?: string
  readonly metadata?: object
  readonly spec?: object
  readonly status?: object
}

const SPECS: { readonly [kind in ObservedKind]: object } = {
  Snapshot: { policyRef: { name: 'pg' } },
  SnapshotPolicy: { repository: { name: 'store' }, sources: [] },
  Repository: { backend: { filesystem: { path: '/r' } }, encryption: { passwordSecretRef: { name: 'p' } } },
  ClusterRepository: {
    backend: { filesystem: { path: '/r' } },
    encryption: { passwordSecretRef: { name: 'p' } },
    allowedNamespaces: { all: true },
  },
  Restore: { source: { snapshotRef: { name: 's' } }, target: { pvcRef: { name: 'v' } } },
  Maintenance: {
    repository: { name: 'store' },
    ownership: { owner: 'us' },
    schedule: { quick: { cron: '0 * * * *' }, full: { cron: '0 4 * * *' } },
  },
}

export const objectOf = (kind: ObservedKind, parts: Parts = {}): KubeObject => ({
  apiVersion: API_VERSION,
  kind,
  metadata: {
    name: parts.name ?? 'one',
    ...(kind === 'ClusterRepository' ? {} : { namespace: parts.namespace ?? 'db' }),
    creationTimestamp: '2026-08-05T01:00:00Z',
    ...parts.metadata,
  },
  spec: parts.spec ?? SPECS[kind],
  ...(parts.status === undefined ? {} : { status: parts.status }),
})

/** A Snapshot that ended in that minute past two. */
export const ended = (phase: string, minute: number, parts: Parts = {}): KubeObject =>
  objectOf('Snapshot', {
    name: `run-${minute}`,
    ...parts,
    status: {
      phase,
      timing: { endTime: `2026-08-05T02:${String(minute).padStart(2, '0')}:00Z`, durationSeconds: minute },
      ...parts.status,
    },
  })

export const condition = (type: string, status: string, reason: string): object => ({
  type,
  status,
  reason,
  message: '',
  lastTransitionTime: '2026-08-05T02:00:00Z',
})

export const secondsOf = (text: string): number => Date.parse(text) / 1000

const isObserved = (kind: string): kind is ObservedKind => OBSERVED_KINDS.some((one) => one === kind)

/** What a metric tells of objects, once these kinds were listed. */
export const told = (
  name: string,
  objects: ReadonlyArray<KubeObject>,
  listed: ReadonlyArray<ObservedKind> = OBSERVED_KINDS,
) => {
  const metric = objectMetrics.find((one) => one.name === name)
  if (metric === undefined) throw new Error(`no metric is called ${name}`)
  const facts = objects.flatMap((object) => (isObserved(object.kind) ? [factsOf(object.kind, object)] : []))
  return samplesOf(metric, seenOf(facts), new Set(listed)).map(({ labels, value }) => [labels, value])
}
