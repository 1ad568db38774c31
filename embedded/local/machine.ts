import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { KubeObject } from '../../api/kubernetes/object'
import { eventObject } from '../../hooks/shell/effects/event'
import type { Store } from '../api/store'
import { realClock } from '../clock/real-clock'
import { cleanEvents } from './event-cleaner'
import { jobRunner } from './jobs/job-runner'
import { undisturbed } from './jobs/undisturbed'
import type { LocalOptions } from './local-options'
import { stateFolders } from './state/open-state'
import { claimBinder } from './volumes/claim-binder'

const TICK_MS = 250
const EVENTS_MS = 60_000

export interface Machine {
  /** Whether a Job is at work, or is going to be by itself. */
  readonly busy: () => boolean
  readonly stop: () => Promise<void>
}

/** Everything that a node and its volumes would do. */
export const startMachine = (options: LocalOptions, store: Store): Machine => {
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
  const life = { over: false }
  const bind = undisturbed(options.log, binder.visitAll)
  const clean = undisturbed(options.log, () => cleanEvents(store, Date.now()))
  const visit = () => {
    if (life.over) return
    bind()
    runner.visitAll()
  }
  const soon = oncePerTurn(visit)
  const unlisten = store.listen(({ object }) => void (CONCERNS.includes(object.kind) && soon()))
  const timers = [setInterval(visit, TICK_MS), setInterval(clean, EVENTS_MS)]
  visit()
  const stop = async (): Promise<void> => {
    unlisten()
    timers.map(clearInterval)
    await runner.stop()
    life.over = true
  }
  return { busy: runner.busy, stop }
}

const CONCERNS = ['Job', 'PersistentVolumeClaim', 'PersistentVolume', 'Secret', 'ConfigMap']

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
