import * as E from 'fp-ts/Either'
import { workSpec } from '../../../api/mover/work-spec'
import { Annotation } from '../../../api/names/annotations'
import type { KubeObject } from '../../../api/kubernetes/object'
import { VirtualClock } from '../../../embedded/clock/virtual-clock'
import { createCluster } from '../../../embedded/cluster'
import type { ModelledRun } from '../../../embedded/job-runner/job-model'
import { startModelledJobRunner } from '../../../embedded/job-runner/modelled-job-runner'
import { jobSpecOf } from '../../../embedded/local/jobs/job-spec'
import { productControllers, productKinds } from '../../../embedded/local/product-files'
import { seededRandom } from '../../../embedded/random/random'
import type { Story } from '../../../embedded/simulate'
import { controllers } from '../../../hooks/registry'
import { answerCall, type AnswerCall } from '../../../hooks/shell/answer-call'
import { iso } from './tale'

interface Lived {
  readonly runs: ReadonlyArray<string>
  readonly skips: ReadonlyArray<string>
  readonly kept: ReadonlyArray<string>
}

interface SnapshotLike {
  readonly metadata: KubeObject['metadata']
  readonly status?: { readonly phase?: string; readonly snapshot?: object }
}

/** The same story lived through by the whole product: every controller, Jobs that take their time, a real bootstrap. */
export const live = async (story: Story, until: number): Promise<Lived> => {
  const clock = new VirtualClock(story.from)
  const random = seededRandom(7)
  const holder: { answer?: AnswerCall } = {}
  const cluster = createCluster({
    clock,
    kinds: productKinds(process.cwd()),
    controllers: productControllers(process.cwd()),
    namespaces: ['kopiur-system', 'db'],
    workers: 20,
    lag: () => random.integer(1, 15),
    hookDuration: () => random.integer(1, 10),
    hooks: (path, body) => holder.answer?.(path, body) ?? Promise.reject(new Error('not up')),
  })
  holder.answer = answerCall({
    controllers,
    kube: cluster.clientFor('hooks'),
    now: clock.now,
    instance: 'test',
    settings: {
      operatorNamespace: 'kopiur-system',
      mover: { image: 'mover', imagePullSecrets: [], serviceAccount: 'kopiur-mover', progressIntervalSeconds: 0 },
    },
  })
  const snapshots = new Map<string, SnapshotLike>()
  const alive = new Set<string>()
  cluster.store.listen(({ type, object }) => {
    if (object.kind !== 'Snapshot') return
    const { name } = object.metadata
    snapshots.set(name, object as SnapshotLike)
    if (type === 'DELETED') alive.delete(name)
    else alive.add(name)
  })
  startModelledJobRunner({ store: cluster.store, clock, model: (job) => run(job, story, clock) })
  for (const object of objects(story)) {
    const created = cluster.store.create(object)
    if (E.isLeft(created)) throw new Error(created.left.message)
  }
  cluster.start()
  await clock.runUntil(until)
  cluster.stop()
  const policy = cluster.store.get({
    apiVersion: story.policies[0]?.apiVersion ?? '',
    kind: 'SnapshotPolicy',
    namespace: 'db',
    name: 'pg',
  })
  return {
    runs: [...snapshots.values()].map((one) => `${one.metadata.name} ${outcomeOf(one)}`).sort(),
    skips: E.isRight(policy) ? skipsOf(policy.right) : [],
    kept: [...alive].filter((name) => snapshots.get(name)?.status?.snapshot !== undefined).sort(),
  }
}

const outcomeOf = ({ metadata, status }: SnapshotLike): string => {
  if (metadata.annotations?.[Annotation.prunedBy] === 'replaced-run') return 'Replaced'
  return status?.snapshot === undefined ? (status?.phase ?? 'Pending') : 'Succeeded'
}

/** `slot..until reason count`, as the policy remembers them. */
const skipsOf = (policy: KubeObject): ReadonlyArray<string> => {
  const { schedules = {} } = (policy['status'] ?? {}) as {
    readonly schedules?: {
      readonly [uid: string]: {
        readonly skips?: ReadonlyArray<{ readonly slot: string; readonly count: number; readonly reason: string }>
      }
    }
  }
  return Object.values(schedules).flatMap(({ skips = [] }) =>
    skips.map(({ slot, count, reason }) => `${slot} ${count} ${reason}`),
  )
}

const objects = ({ policies, schedules, repositories }: Story): ReadonlyArray<KubeObject> =>
  [
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'nas-password', namespace: 'db' },
      data: { KOPIA_PASSWORD: 'eA==' },
    },
    ...['store', 'data'].map((name) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, namespace: 'db' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    })),
    ...repositories.map(({ status: _, ...repository }) => ({
      ...repository,
      spec: {
        ...repository.spec,
        backend: { filesystem: { path: '/repository', volume: { pvc: { name: 'store' } } } },
      },
    })),
    ...policies.map((policy) => ({ ...policy, spec: { ...policy.spec, copyMethod: 'Direct' } })),
    ...schedules,
  ].map(({ metadata: { name, namespace }, ...object }) => ({
    ...object,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  }))

/** Backups take what the story says; what else the product runs takes a second. */
const run = (job: KubeObject, story: Story, clock: VirtualClock): ModelledRun => {
  const env = jobSpecOf(job)?.template.spec.containers[0]?.env ?? []
  const spec = workSpec.decode(JSON.parse(env.find(({ name }) => name === 'KOPIUR_WORK_SPEC')?.value ?? 'null'))
  if (E.isLeft(spec)) return { _tag: 'Hangs' }
  const { operation } = spec.right
  if (!('snapshot' in operation))
    return { _tag: 'Ends', afterMs: 1000, exitCode: 0, report: () => told(clock, { succeeded: other(operation) }) }
  const stamp = /(\d{14})/.exec(job.metadata.name)?.[1] ?? ''
  const slot = Date.parse(stamp.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z'))
  const { identity, runUid } = operation.snapshot
  if (story.failing.has(slot))
    return {
      _tag: 'Ends',
      afterMs: story.durationMs,
      exitCode: 78,
      report: () =>
        told(clock, {
          failed: { kopiaErrorClass: 'SourceError', message: 'It was made to fail.', retryRecommended: false },
        }),
    }
  return {
    _tag: 'Ends',
    afterMs: story.durationMs,
    exitCode: 0,
    report: () => {
      const time = iso(clock.now() - (clock.now() % 1000))
      const saved = {
        snapshotId: runUid.replaceAll('-', ''),
        identity,
        startTime: time,
        endTime: time,
        stats: { sizeBytes: 1 },
        foundByTag: false,
      }
      return told(clock, { succeeded: { snapshot: { saved } } })
    },
  }
}

const told = (clock: VirtualClock, what: object): { readonly [annotation: string]: string } => {
  const time = iso(clock.now() - (clock.now() % 1000))
  return { [Annotation.outcome]: JSON.stringify({ version: 1, startTime: time, endTime: time, ...what }) }
}

type Operation = Extract<ReturnType<typeof workSpec.decode>, { _tag: 'Right' }>['right']['operation']

const other = (operation: Operation): object => {
  if ('bootstrap' in operation) return { bootstrap: { uniqueId: 'unique', created: true } }
  if ('maintenance' in operation) return { maintenance: { ran: { owner: operation.maintenance.owner } } }
  if ('deleteBatch' in operation)
    return { deleteBatch: { deleted: operation.deleteBatch.members.map(({ uid }) => uid), alreadyGone: [] } }
  return { restore: { noSnapshot: {} } }
}
