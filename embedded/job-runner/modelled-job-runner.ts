import type { KubeObject, ObjectRef } from '../../api/kubernetes/object'
import { instantOf } from '../../hooks/core/time/instant'
import { equalJson } from '../api/canonical'
import { refOf } from '../api/kind-definition'
import type { Store } from '../api/store'
import type { Clock } from '../clock/clock'
import {
  closingCondition,
  isClosed,
  jobSpecOf,
  jobStatusOf,
  type JobSpec,
  type JobStatus,
} from '../local/jobs/job-spec'
import { jobStatus } from '../local/jobs/job-status'
import { nextStep, type NextStep } from '../local/jobs/next-step'
import type { JobModel } from './job-model'
import { ModelledAttempts } from './modelled-attempts'
import { VisitSchedule } from './visit-schedule'

export interface ModelledJobRunnerOptions {
  readonly store: Store
  readonly clock: Clock
  readonly model: JobModel
  /** Milliseconds from a Job's creation to its first attempt; 50 if absent. */
  readonly startDelay?: (job: KubeObject) => number
  /** Milliseconds before the second attempt, doubled for each further one; 10 s if absent. */
  readonly backoffMs?: number
}

/** Runs Jobs without running anything: starts, ends, retries, deadlines and expiry on the cluster's clock. */
export interface ModelledJobRunner {
  /** Ends the running attempt of a Job now. False: none runs. */
  readonly finish: (ref: ObjectRef, exitCode: number, annotations?: { readonly [key: string]: string }) => boolean
  /** The pod of the running attempt is gone without a word, as with its node. */
  readonly kill: (ref: ObjectRef) => boolean
  /** The mover says something on its own Job while it runs. */
  readonly annotate: (ref: ObjectRef, annotations: { readonly [key: string]: string }) => void
  /** How many attempts of a Job have been started, by its UID; also after the Job is gone. */
  readonly attempts: (uid: string) => number
  readonly stop: () => void
}

const START_DELAY = 50
const BACKOFF = 10_000
const JOB = { apiVersion: 'batch/v1', kind: 'Job' } as const

export const startModelledJobRunner = (options: ModelledJobRunnerOptions): ModelledJobRunner => {
  const runner = new Runner(options)
  runner.start()
  return {
    finish: (ref, exitCode, annotations) => runner.end(ref, { code: exitCode, annotations: annotations ?? {} }),
    kill: (ref) => runner.end(ref, { code: undefined, annotations: {} }),
    annotate: (ref, annotations) => runner.annotate(ref, annotations),
    attempts: (uid) => runner.attempts.count(uid),
    stop: () => runner.stop(),
  }
}

interface Ending {
  /** Absent: killed. */
  readonly code: number | undefined
  readonly annotations: { readonly [key: string]: string }
}

class Runner {
  readonly attempts = new ModelledAttempts()
  private readonly visits: VisitSchedule
  private readonly seen = new Set<string>()
  private stopped = false
  private unlisten: () => void = () => undefined

  constructor(private readonly options: ModelledJobRunnerOptions) {
    this.visits = new VisitSchedule(options.clock, (uid) => this.visit(uid))
  }

  start(): void {
    const found = this.options.store.list(JOB)
    for (const job of found._tag === 'Right' ? found.right.items : []) this.notice(job)
    this.unlisten = this.options.store.listen(({ type, object }) => {
      if (object.kind !== JOB.kind || object.apiVersion !== JOB.apiVersion) return
      if (type === 'DELETED') this.forget(object)
      else this.notice(object)
    })
  }

  stop(): void {
    this.stopped = true
    this.unlisten()
    this.visits.cancelAll()
  }

  end(ref: ObjectRef, { code, annotations }: Ending): boolean {
    const job = this.find(ref)
    const uid = job?.metadata.uid ?? ''
    if (job === undefined || !this.attempts.end(uid, code, this.options.clock.now())) return false
    this.annotate(ref, annotations)
    this.visit(uid)
    return true
  }

  annotate(ref: ObjectRef, annotations: { readonly [key: string]: string }): void {
    if (Object.keys(annotations).length === 0) return
    this.options.store.patch({ ...ref, ...JOB }, { type: 'merge', body: { metadata: { annotations } } })
  }

  private find(ref: ObjectRef): KubeObject | undefined {
    const found = this.options.store.get({ ...ref, ...JOB })
    return found._tag === 'Right' ? found.right : undefined
  }

  private notice(job: KubeObject): void {
    const uid = job.metadata.uid ?? ''
    if (job.metadata.deletionTimestamp !== undefined) return this.attempts.stop(uid, this.options.clock.now())
    const first = !this.seen.has(uid)
    this.seen.add(uid)
    const delay = first ? (this.options.startDelay?.(job) ?? START_DELAY) : 0
    this.visits.at(uid, this.options.clock.now() + delay)
  }

  private forget(job: KubeObject): void {
    const uid = job.metadata.uid ?? ''
    this.attempts.stop(uid, this.options.clock.now())
    this.visits.cancel(uid)
  }

  private visit(uid: string): void {
    const job = this.options.store.byUid(uid)
    const spec = job === undefined ? undefined : jobSpecOf(job)
    if (job === undefined || spec === undefined || job.metadata.deletionTimestamp !== undefined) return
    if (isClosed(job)) return this.expire(job, spec)
    const step = this.step(job, spec)
    this.take(job, step)
    const live = this.options.store.byUid(uid)
    if (live !== undefined) this.writeStatus(live, step)
    if (step._tag === 'Stop') this.visit(uid)
  }

  private step(job: KubeObject, spec: JobSpec): NextStep {
    const startTime = instantOf(jobStatusOf(job).startTime)
    const now = this.options.clock.now()
    const attempts = this.attempts.of(job.metadata.uid ?? '')
    return nextStep({ spec, attempts, startTime, now, backoffMs: this.options.backoffMs ?? BACKOFF })
  }

  private take(job: KubeObject, step: NextStep): void {
    const uid = job.metadata.uid ?? ''
    if (step._tag === 'Start') this.begin(job)
    if (step._tag === 'Stop') this.attempts.end(uid, undefined, this.options.clock.now())
    if (step._tag === 'Wait' && step.until !== undefined) this.visits.at(uid, step.until)
  }

  private begin(job: KubeObject): void {
    const { clock, model } = this.options
    const uid = job.metadata.uid ?? ''
    const number = this.attempts.begin(uid)
    const run = model(job, number)
    if (run._tag === 'Hangs') return
    clock.schedule(clock.now() + run.afterMs, () => {
      if (this.stopped || !this.attempts.isRunning(uid, number)) return
      this.end(refOf(job), { code: run.exitCode, annotations: run.report?.() ?? {} })
    })
  }

  private writeStatus(job: KubeObject, step: NextStep): void {
    const attempts = this.attempts.of(job.metadata.uid ?? '')
    if (attempts.length === 0 && step._tag === 'Wait') return
    const status: JobStatus = jobStatus(jobStatusOf(job), attempts, step, this.options.clock.now())
    if (!equalJson(job['status'], status)) this.options.store.updateStatus({ ...job, status })
  }

  private expire(job: KubeObject, { ttlSecondsAfterFinished: ttl }: JobSpec): void {
    const closed = instantOf(closingCondition(job)?.lastTransitionTime)
    if (ttl === undefined || closed === undefined) return
    const at = closed + ttl * 1_000
    if (at > this.options.clock.now()) return this.visits.at(job.metadata.uid ?? '', at)
    this.options.store.remove(refOf(job), { propagationPolicy: 'Foreground', uid: job.metadata.uid ?? '' })
  }
}
