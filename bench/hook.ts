import * as E from 'fp-ts/Either'
import type { KubeObject } from '../api/kubernetes/object'
import { workSpec } from '../api/mover/work-spec'
import { Annotation } from '../api/names/annotations'
import { API_VERSION } from '../api/names/group'
import { VirtualClock } from '../embedded/clock/virtual-clock'
import { createCluster, type EmbeddedCluster } from '../embedded/cluster'
import { startModelledJobRunner } from '../embedded/job-runner/modelled-job-runner'
import { jobSpecOf } from '../embedded/local/jobs/job-spec'
import { productControllers, productKinds } from '../embedded/local/product-files'
import type { HookRecord } from '../embedded/metacontroller/trace'
import { seededRandom } from '../embedded/random/random'
import { controllers } from '../hooks/registry'
import { answerCall, type AnswerCall } from '../hooks/shell/answer-call'
import { median, numberOption, type Measuring } from './measure'

const START = Date.parse('2026-03-01T00:00:00Z')
const HOUR = 3_600_000
const ROUTE = '/v2/snapshot-policy/sync'

/**
 * What a sync call of a policy costs beside parsing and printing the same JSON. Options: `--children` of the policy,
 * `--calls` that are timed.
 */
export const measure: Measuring = async (options) => {
  const children = numberOption(options, 'children', 100)
  const calls = numberOption(options, 'calls', 200)
  const { body, answer } = await quietCall(children)
  const text = JSON.stringify(body)
  const samples: number[] = []
  for (let round = 0; round < 9; round += 1) {
    const plain = await timed(calls, async () => JSON.stringify(JSON.parse(text)))
    const call = await timed(calls, async () => JSON.stringify((await answer(ROUTE, JSON.parse(text))).body))
    if (round > 1) samples.push(call / plain)
  }
  return [
    { name: `request of a policy with ${children} Snapshots`, value: text.length / 1024, unit: 'KiB' },
    { name: 'its sync call against parsing and printing it', value: median(samples), unit: 'x', limit: 2, samples },
  ]
}

const timed = async (calls: number, run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  for (let call = 0; call < calls; call += 1) await run()
  return (performance.now() - start) / calls
}

/** The last sync call of a policy that has come to rest with that many Snapshots, and who answers it. */
const quietCall = async (children: number): Promise<{ readonly body: unknown; readonly answer: AnswerCall }> => {
  const clock = new VirtualClock(START)
  const random = seededRandom(1)
  const seen: { last?: HookRecord } = {}
  const holder: { answer?: AnswerCall } = {}
  const cluster = createCluster({
    clock,
    kinds: productKinds(process.cwd()),
    controllers: productControllers(process.cwd()),
    namespaces: ['kopiur-system', 'apps'],
    managedFields: true,
    workers: 20,
    lag: () => random.integer(1, 15),
    hookDuration: () => random.integer(1, 10),
    hooks: (path, body) => holder.answer?.(path, body) ?? Promise.reject(new Error('not up')),
    onCall: (record) => void (record.path === ROUTE && (seen.last = record)),
  })
  const answer = answerCall({
    controllers,
    kube: cluster.clientFor('hooks'),
    now: clock.now,
    instance: 'bench',
    settings: {
      operatorNamespace: 'kopiur-system',
      mover: { image: 'mover', imagePullSecrets: [], serviceAccount: 'kopiur-mover', progressIntervalSeconds: 0 },
    },
  })
  holder.answer = answer
  startModelledJobRunner({
    store: cluster.store,
    clock,
    model: (job) => ({ _tag: 'Ends', afterMs: 1000, exitCode: 0, report: () => succeed(job, clock.now()) }),
  })
  setting(children).forEach((object) => create(cluster, object))
  cluster.start()
  await clock.runUntil(START + (children + 5) * HOUR)
  const body = seen.last?.body
  if (childrenIn(body) < children) throw new Error(`the policy has ${childrenIn(body)} Snapshots only, not ${children}`)
  return { body, answer }
}

const childrenIn = (body: unknown): number =>
  Object.keys(
    (body as { children?: { [kind: string]: object } } | undefined)?.children?.[`Snapshot.${API_VERSION}`] ?? {},
  ).length

const create = (cluster: EmbeddedCluster<VirtualClock>, object: KubeObject): void => {
  const created = cluster.store.create(object)
  if (E.isLeft(created)) throw new Error(created.left.message)
}

const object = (apiVersion: string, kind: string, name: string, content: object): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'apps' },
  ...content,
})

const claim = (name: string): KubeObject =>
  object('v1', 'PersistentVolumeClaim', name, {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  })

const setting = (keep: number): ReadonlyArray<KubeObject> => [
  object('v1', 'Secret', 'password', { data: { KOPIA_PASSWORD: 'eA==' } }),
  claim('store'),
  claim('data'),
  object(API_VERSION, 'Repository', 'nas', {
    spec: {
      backend: { filesystem: { path: '/repository', volume: { pvc: { name: 'store' } } } },
      encryption: { passwordSecretRef: { name: 'password' } },
    },
  }),
  object(API_VERSION, 'SnapshotPolicy', 'data', {
    spec: {
      repository: { name: 'nas' },
      sources: [{ pvc: { name: 'data' } }],
      copyMethod: 'Direct',
      retention: { keepLatest: keep },
    },
  }),
  object(API_VERSION, 'SnapshotSchedule', 'hourly', {
    spec: { policyRef: { name: 'data' }, schedule: { cron: '0 * * * *' } },
  }),
]

/** What a mover reports that had nothing to complain about. */
const succeed = (job: KubeObject, now: number): { readonly [annotation: string]: string } => {
  const env = jobSpecOf(job)?.template.spec.containers[0]?.env ?? []
  const spec = workSpec.decode(JSON.parse(env.find(({ name }) => name === 'KOPIUR_WORK_SPEC')?.value ?? 'null'))
  if (E.isLeft(spec)) return {}
  const time = new Date(now).toISOString()
  return {
    [Annotation.outcome]: JSON.stringify({
      version: 1,
      startTime: time,
      endTime: time,
      succeeded: resultOf(spec.right.operation, time),
    }),
  }
}

type Operation = Extract<ReturnType<typeof workSpec.decode>, { _tag: 'Right' }>['right']['operation']

const resultOf = (operation: Operation, time: string): object => {
  if ('snapshot' in operation) {
    const { identity, runUid } = operation.snapshot
    const stats = {
      sizeBytes: 1_000_000,
      bytesNew: 1000,
      filesNew: 1,
      filesModified: 2,
      filesUnchanged: 500,
      filesFailed: 0,
    }
    const saved = {
      snapshotId: runUid.replaceAll('-', ''),
      identity,
      startTime: time,
      endTime: time,
      stats,
      foundByTag: false,
    }
    return { snapshot: { saved } }
  }
  if ('bootstrap' in operation) return { bootstrap: { uniqueId: 'unique', created: true } }
  if ('maintenance' in operation) return { maintenance: { ran: { owner: operation.maintenance.owner } } }
  if ('deleteBatch' in operation)
    return { deleteBatch: { deleted: operation.deleteBatch.members.map(({ uid }) => uid), alreadyGone: [] } }
  if ('pin' in operation) return { pin: { snapshotId: operation.pin.snapshotId, pinned: operation.pin.pinned } }
  return { restore: { noSnapshot: {} } }
}
