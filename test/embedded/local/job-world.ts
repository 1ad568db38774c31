import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { builtInKinds } from '../../../embedded/api/kinds/built-in'
import { Store } from '../../../embedded/api/store'
import { realClock } from '../../../embedded/clock/real-clock'
import { closingCondition, jobStatusOf } from '../../../embedded/local/jobs/job-spec'
import { jobRunner } from '../../../embedded/local/jobs/job-runner'
import type { JobRunnerOptions } from '../../../embedded/local/jobs/job-runner-options'
import { claimBinder } from '../../../embedded/local/volumes/claim-binder'
import { systemRandom } from '../../../embedded/random/system-random'

const TICK_MS = 20

/** A store with its Job runner, which can die and be born again on the same folders. */
export interface JobWorld {
  readonly store: Store
  readonly blocked: string[]
  readonly create: (object: KubeObject) => KubeObject
  readonly job: (name: string) => KubeObject | undefined
  /** The runner forgets all it knows, as after SIGKILL; processes go on. */
  readonly restart: () => void
  /** Nobody looks any more. */
  readonly pause: () => void
  /** Somebody looks once. */
  readonly look: () => void
  readonly busy: () => boolean
  readonly stop: () => Promise<void>
}

export const jobWorld = (root: string, options: Partial<JobRunnerOptions> = {}): JobWorld => {
  const clock = realClock()
  const store = new Store({ clock, random: systemRandom, kinds: builtInKinds })
  const blocked: string[] = []
  mkdirSync(join(root, 'jobs'), { recursive: true })
  const binder = claimBinder(store, join(root, 'volumes'))
  const born = () =>
    jobRunner({
      store,
      clock,
      root: join(root, 'jobs'),
      mover: [process.execPath, join(__dirname, 'fake-mover.cjs')],
      environment: { PATH: process.env['PATH'] ?? '' },
      claimFolder: binder.claimFolder,
      log: () => undefined,
      backoffMs: 50,
      maxRunning: 10,
      onBlocked: (_job, why) => void blocked.push(why),
      ...options,
    })
  const current = { runner: born() }
  const ticking = setInterval(() => {
    binder.visitAll()
    current.runner.visitAll()
  }, TICK_MS)
  const create = (object: KubeObject): KubeObject => {
    const created = store.create(object)
    if (E.isLeft(created)) throw new Error(created.left.message)
    return created.right
  }
  create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'db' } })
  return {
    store,
    blocked,
    create,
    job: (name) =>
      E.getOrElseW(() => undefined)(store.get({ apiVersion: 'batch/v1', kind: 'Job', namespace: 'db', name })),
    restart: () => {
      current.runner = born()
    },
    pause: () => clearInterval(ticking),
    look: () => current.runner.visitAll(),
    busy: () => current.runner.busy(),
    stop: async () => {
      clearInterval(ticking)
      await current.runner.stop()
    },
  }
}

export const moverJob = (
  name: string,
  order: object,
  spec: object = {},
  pod: { readonly container?: object; readonly volumes?: unknown } = {},
): KubeObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, namespace: 'db' },
  spec: {
    backoffLimit: 2,
    ...spec,
    template: {
      spec: {
        restartPolicy: 'Never',
        terminationGracePeriodSeconds: 1,
        ...(pod.volumes === undefined ? {} : { volumes: pod.volumes }),
        containers: [
          {
            name: 'mover',
            image: 'mover',
            env: [{ name: 'KOPIUR_WORK_SPEC', value: JSON.stringify(order) }],
            ...pod.container,
          },
        ],
      },
    },
  },
})

export const ended = (job: KubeObject | undefined): string | undefined => {
  const closing = job === undefined ? undefined : closingCondition(job)
  return closing === undefined ? undefined : `${closing.type}/${closing.reason}`
}

export const outcomeOf = (job: KubeObject | undefined): unknown =>
  JSON.parse(job?.metadata.annotations?.[Annotation.outcome] ?? 'null')
export const progressOf = (job: KubeObject | undefined) =>
  JSON.parse(job?.metadata.annotations?.[Annotation.progress] ?? 'null') as {
    readonly pid: number
    readonly parent: number
    readonly child?: number
    readonly environment: { readonly [name: string]: string }
    readonly map: { readonly [path: string]: string }
  } | null
export const statusOf = (job: KubeObject | undefined) => (job === undefined ? {} : jobStatusOf(job))
