import * as E from 'fp-ts/Either'
import type { KubeObject, ObjectRef } from '../../../api/kubernetes/object'
import type { Outcome } from '../../../api/mover/outcome'
import { Annotation } from '../../../api/names/annotations'
import type { Decision } from '../../../hooks/hook'
import { needKey, type Need, type ReadOutcome } from '../../../hooks/need'
import { repository } from '../../../hooks/repository'
import type { Settings } from '../../../hooks/settings'

export const API = 'kopiur.home-operations.com/v1alpha1'
export const NOW = Date.parse('2026-08-05T12:00:00Z')

export const settings: Settings = {
  operatorNamespace: 'kopiur-system',
  mover: { image: 'mover:1', imagePullSecrets: [], serviceAccount: 'kopiur-mover', progressIntervalSeconds: 30 },
}

/** What the API server holds; related and children come out of it unless a test says otherwise. */
export interface World {
  readonly parent: KubeObject
  readonly jobs?: ReadonlyArray<KubeObject>
  readonly maintenances?: ReadonlyArray<KubeObject>
  readonly objects?: ReadonlyArray<KubeObject>
  /** What the caches show of the objects; absent: everything. */
  readonly cached?: ReadonlyArray<KubeObject>
  readonly now?: number
  readonly settings?: Settings
  /** Whether the claim of the repository is missing. */
  readonly withoutClaim?: boolean
  /** Outcomes of reads by kind, instead of what the objects say. */
  readonly reads?: { readonly [kind: string]: ReadOutcome }
}

const key = ({ metadata: { namespace, name } }: KubeObject): string =>
  namespace === undefined ? name : `${namespace}/${name}`

const mapOf = (objects: ReadonlyArray<KubeObject>): { readonly [name: string]: KubeObject } =>
  Object.fromEntries(objects.map((object) => [key(object), object]))

const read = (world: World, need: Need): ReadOutcome =>
  world.reads?.[need._tag === 'Get' ? need.ref.kind : need.kind] ??
  (need._tag === 'Get' ? got(everything(world), need.ref) : listed(everything(world), need))

const everything = ({
  parent,
  objects = [],
  jobs = [],
  maintenances = [],
  withoutClaim = false,
}: World): ReadonlyArray<KubeObject> => [parent, ...(withoutClaim ? [] : [claim]), ...objects, ...jobs, ...maintenances]

const got = (all: ReadonlyArray<KubeObject>, ref: ObjectRef): ReadOutcome => {
  const object = all.find(
    ({ kind, metadata }) => kind === ref.kind && metadata.name === ref.name && metadata.namespace === ref.namespace,
  )
  return object === undefined ? { _tag: 'Missing' } : { _tag: 'Found', object }
}

const listed = (all: ReadonlyArray<KubeObject>, need: Extract<Need, { readonly _tag: 'List' }>): ReadOutcome => ({
  _tag: 'Listed',
  items: all.filter(
    ({ kind, metadata }) =>
      kind === need.kind &&
      Object.entries(need.labelSelector.matchLabels ?? {}).every(([name, value]) => metadata.labels?.[name] === value),
  ),
})

export interface Called extends Decision {
  readonly needs: ReadonlyArray<string>
}

export const call = (world: World): Called => {
  const question = repository.sync(bodyOf(world))
  if (E.isLeft(question)) throw new Error(JSON.stringify(question.left.map(({ message, value }) => message ?? value)))
  const circumstances = { now: world.now ?? NOW, settings: world.settings ?? settings, refusals: [] }
  const reads = new Map<string, ReadOutcome>()
  for (let round = 0; round < 5; round += 1) {
    const wanted = question.right.needs({ ...circumstances, reads }).filter((need) => !reads.has(needKey(need)))
    for (const need of wanted) reads.set(needKey(need), read(world, need))
  }
  const decided = question.right.decide({ ...circumstances, reads })
  if (E.isLeft(decided)) throw new Error(JSON.stringify(decided.left))
  return { ...decided.right, needs: [...reads.keys()] }
}

const bodyOf = ({ parent, jobs = [], maintenances = [], objects = [], cached = objects }: World) => {
  const ofKind = (kind: string, all: ReadonlyArray<KubeObject>) => mapOf(all.filter((object) => object.kind === kind))
  return {
    controller: { apiVersion: 'metacontroller.k8s.io/v1alpha1', kind: 'CompositeController', metadata: { name: 'c' } },
    parent,
    children: { 'Job.batch/v1': mapOf(jobs), [`Maintenance.${API}`]: mapOf(maintenances) },
    related: {
      [`Snapshot.${API}`]: ofKind('Snapshot', cached),
      [`Restore.${API}`]: ofKind('Restore', cached),
      [`Maintenance.${API}`]: ofKind('Maintenance', [...cached, ...maintenances]),
    },
    finalizing: false,
  }
}

export const aRepository = (
  spec: object = {},
  status: object | undefined = undefined,
  metadata: Partial<KubeObject['metadata']> = {},
): KubeObject => ({
  apiVersion: API,
  kind: 'Repository',
  metadata: { name: 'main', namespace: 'db', uid: 'repository-uid', generation: 1, resourceVersion: '10', ...metadata },
  spec: {
    backend: { filesystem: { path: '/repo', volume: { pvc: { name: 'backups' } } } },
    encryption: { passwordSecretRef: { name: 'repository-password' } },
    ...spec,
  },
  ...(status === undefined ? {} : { status }),
})

export const aSecret = (resourceVersion = '7', keys: ReadonlyArray<string> = ['KOPIA_PASSWORD']): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'repository-password', namespace: 'db', uid: 'secret-uid', resourceVersion },
  data: Object.fromEntries(keys.map((name) => [name, ''])),
})

export const claim: KubeObject = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'backups', namespace: 'db', uid: 'claim-uid' },
}

/** A Job as Kubernetes would show it after it was created from `object`. */
export const running = (object: KubeObject, at = '2026-08-05T12:00:00Z', uid = 'job-uid'): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, uid, creationTimestamp: at, resourceVersion: '1' },
  status: { active: 1, startTime: at },
})

export const ended = (job: KubeObject, at: string, outcome?: object, reason = 'BackoffLimitExceeded'): KubeObject => {
  const good = outcome !== undefined && 'succeeded' in outcome
  return {
    ...job,
    metadata: {
      ...job.metadata,
      annotations: {
        ...job.metadata.annotations,
        ...(outcome === undefined ? {} : { [Annotation.outcome]: JSON.stringify({ ...times(at), ...outcome }) }),
      },
    },
    status: {
      ...(good ? { succeeded: 1, completionTime: at } : { failed: 1 }),
      conditions: [
        {
          type: good ? 'Complete' : 'Failed',
          status: 'True',
          lastTransitionTime: at,
          ...(good ? {} : { reason, message: 'ended' }),
        },
      ],
    },
  }
}

const times = (at: string): Pick<Outcome, 'version' | 'startTime' | 'endTime'> => ({
  version: 1,
  startTime: at,
  endTime: at,
})

export const connected = (facts: object = {}) => ({
  succeeded: {
    bootstrap: { uniqueId: 'abc', created: true, snapshotCount: 0, totalSizeBytes: 0, indexBlobCount: 1, ...facts },
  },
})

export const failure = (kopiaErrorClass: string, retryRecommended = false) => ({
  failed: { kopiaErrorClass, message: 'said by the mover', retryRecommended, exitCode: 1, stderrTail: 'said by kopia' },
})

export const condition = (status: unknown, type: string) =>
  (
    status as
      { conditions?: ReadonlyArray<{ type: string; status: string; reason: string; message: string }> } | undefined
  )?.conditions?.find((one) => one.type === type)

export const created = (decision: Decision): ReadonlyArray<KubeObject> =>
  decision.children.flatMap((child) => (child._tag === 'create' ? [child.object] : []))

export const createdJob = (decision: Decision): KubeObject => {
  const [job] = created(decision).filter(({ kind }) => kind === 'Job')
  if (job === undefined) throw new Error(`no Job: ${JSON.stringify(decision.status)}`)
  return job
}

export const workSpecOf = (job: KubeObject) => {
  const container = (
    job as unknown as { spec: { template: { spec: { containers: [{ env: { name: string; value: string }[] }] } } } }
  ).spec.template.spec.containers[0]
  return JSON.parse(container.env.find(({ name }) => name === 'KOPIUR_WORK_SPEC')?.value ?? '{}')
}
