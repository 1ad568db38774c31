import { mkdirSync } from 'node:fs'
import { createHash } from 'node:crypto'

import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../api/kubernetes/client'
import type { KubeObject } from '../../api/kubernetes/object'
import { controllers } from '../../hooks/registry'
import type { Settings } from '../../hooks/settings'
import { answerCall } from '../../hooks/shell/answer-call'
import type { CallReport } from '../../hooks/shell/call-report'
import { eventObject } from '../../hooks/shell/effects/event'
import { realClock } from '../clock/real-clock'
import { createCluster, type EmbeddedCluster } from '../cluster'
import type { Store } from '../api/store'
import { systemRandom } from '../random/system-random'
import { withAdmission } from './admission'
import { serveRest } from './api/rest-server'
import { cleanEvents } from './event-cleaner'
import { unfinished } from './idleness'
import { jobRunner, type JobRunner } from './jobs/job-runner'
import type { LocalLog } from './local-log'
import { allKinds, productControllers, productKinds } from './product-files'
import { openState, stateFolders, type OpenState } from './state/open-state'
import { logTransitions } from './transitions'
import { claimBinder } from './volumes/claim-binder'

export interface LocalOptions {
  /** The state folder. */
  readonly folder: string
  /** Folder with `crds`, `composite-controllers` and `decorator-controllers`. */
  readonly root: string
  /** Command of the mover. */
  readonly mover: ReadonlyArray<string>
  /** Variables that every mover gets beside its own. */
  readonly environment: { readonly [name: string]: string }
  readonly log: LocalLog
  readonly report?: (report: CallReport) => void
  /** Delay before the second attempt of a Job; 10 s if absent. */
  readonly backoffMs?: number
  /** Size of the journal above which it is rewritten; 16 MiB if absent. */
  readonly journalBytes?: number
  /** Mover processes at once; 4 if absent. */
  readonly maxRunning?: number
}

/** The whole product on one machine: an API in memory with its journal on disk, hooks, Jobs as processes. */
export interface LocalCluster {
  readonly api: KubeClient
  readonly store: Store
  /** What is still to happen by itself, by name. */
  readonly unfinished: () => ReadonlyArray<string>
  /** Milliseconds since anything was written. */
  readonly quietFor: () => number
  /** Ends the movers in good order and gives the folder back. */
  readonly stop: () => Promise<void>
}

const TICK_MS = 250
const EVENTS_MS = 60_000
const RESYNC_MS = 30 * 60_000
const WORKERS = 10

const settings: Settings = {
  operatorNamespace: 'kopiur-system',
  mover: { image: 'local', imagePullSecrets: [], serviceAccount: 'kopiur-mover', progressIntervalSeconds: 2 },
}

/** On the left: why the folder cannot be used. */
export const startLocal = async (options: LocalOptions): Promise<E.Either<string, LocalCluster>> => {
  const state = openState(options.folder, allKinds(options.root), options.journalBytes)
  if (E.isLeft(state)) return state
  const cluster = createLocalCluster(options, state.right)
  const { store } = cluster
  state.right.keepCompact(() => store.all())
  const machine = startMachine(options, store)
  const stopLog = logTransitions(store, options.log)
  const activity = { last: Date.now() }
  const stopActivity = store.listen(({ object }) => void (object.kind === 'Event' || (activity.last = Date.now())))
  const socket = await serveRest(cluster.clientFor('local'), () => store.kinds(), stateFolders(options.folder).socket)
  cluster.start()
  return E.right({
    api: cluster.clientFor('local'),
    store,
    unfinished: () => unfinished(store, Date.now()),
    quietFor: () => Date.now() - activity.last,
    stop: async () => {
      await socket.close()
      cluster.stop()
      await machine.stop()
      stopLog()
      stopActivity()
      state.right.close()
    },
  })
}

const createLocalCluster = (options: LocalOptions, state: OpenState): EmbeddedCluster => {
  const holder: { cluster: EmbeddedCluster | undefined } = { cluster: undefined }
  const cluster = createCluster({
    clock: realClock(),
    random: systemRandom,
    kinds: withAdmission(productKinds(options.root), () => holder.cluster?.store),
    controllers: productControllers(options.root),
    namespaces: [settings.operatorNamespace],
    journal: state.journal,
    onWrite: state.onWrite,
    workers: WORKERS,
    informerResyncMs: RESYNC_MS,
    hooks: (path, body) => answer(path, body),
  })
  holder.cluster = cluster
  const answer = answerCall({
    controllers,
    kube: cluster.clientFor('hooks'),
    now: Date.now,
    settings,
    instance: 'local',
    ...(options.report === undefined ? {} : { report: options.report }),
  })
  return cluster
}

interface Machine {
  readonly stop: () => Promise<void>
}

/** Everything that a node and its volumes would do. */
const startMachine = (options: LocalOptions, store: Store): Machine => {
  const { jobs, volumes } = stateFolders(options.folder)
  mkdirSync(jobs, { recursive: true, mode: 0o700 })
  const binder = claimBinder(store, volumes)
  const runner = jobRunner({
    store,
    clock: realClock(),
    root: jobs,
    mover: options.mover,
    environment: options.environment,
    claimFolder: binder.claimFolder,
    log: options.log,
    backoffMs: options.backoffMs ?? 10_000,
    maxRunning: options.maxRunning ?? 4,
    onBlocked: tellBlocked(store),
  })
  const visit = () => {
    binder.visitAll()
    runner.visitAll()
  }
  const soon = oncePerTurn(visit)
  const unlisten = store.listen(({ object }) => void (CONCERNS.includes(object.kind) && soon()))
  const timers = [setInterval(visit, TICK_MS), setInterval(() => cleanEvents(store, Date.now()), EVENTS_MS)]
  visit()
  return { stop: () => stopMachine(runner, () => [unlisten(), ...timers.map(clearInterval)]) }
}

const CONCERNS = ['Job', 'PersistentVolumeClaim', 'PersistentVolume', 'Secret', 'ConfigMap']

const stopMachine = async (runner: JobRunner, end: () => void): Promise<void> => {
  end()
  await runner.stop()
}

const oncePerTurn = (run: () => void): (() => void) => {
  let pending = false
  return () => {
    if (pending) return
    pending = true
    setImmediate(() => {
      pending = false
      run()
    })
  }
}

/** One Event for each reason that a pod cannot start. */
const tellBlocked = (store: Store) => (job: KubeObject, why: string) => {
  const { apiVersion, kind, metadata } = job
  const namespace = metadata.namespace === undefined ? {} : { namespace: metadata.namespace }
  const occasion = createHash('sha256').update(why).digest('hex')
  const regarding = { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '', ...namespace }
  const effect = {
    _tag: 'EmitEvent',
    regarding,
    type: 'Warning',
    reason: 'FailedMount',
    action: 'CheckReferences',
    message: why,
    occasion,
  } as const
  const event = eventObject(effect, Date.now(), 'local')
  store.create(event)
}
