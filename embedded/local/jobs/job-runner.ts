import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { MoverEnv } from '../../../api/mover/work-spec'
import { parseInstant } from '../../../hooks/core/time/instant'
import { equalJson } from '../../api/canonical'
import { refOf } from '../../api/kind-definition'
import type { Store } from '../../api/store'
import type { Clock } from '../../clock/clock'
import type { LocalLog } from '../local-log'
import {
  abandon,
  jobFolder,
  jobFolders,
  markInterrupted,
  reportFolder,
  type Attempt,
  type JobFolder,
} from './attempt-folder'
import { launch } from './attempt-process'
import { isClosed, jobSpecOf, jobStatusOf, type JobSpec } from './job-spec'
import { jobStatus } from './job-status'
import { isActive, nextStep, type NextStep } from './next-step'
import { pathMap, type Places } from './path-map'
import { podEnvironment, type Blocked, type Lookup } from './pod-environment'
import { reportChanges } from './report-files'
import { termination } from './termination'

export interface JobRunnerOptions {
  readonly store: Store
  readonly clock: Clock
  /** Holds a folder for each Job. */
  readonly root: string
  /** Command of the mover. */
  readonly mover: ReadonlyArray<string>
  /** Variables that every mover gets beside its own. */
  readonly environment: { readonly [name: string]: string }
  readonly claimFolder: Places['claimFolder']
  readonly log: LocalLog
  readonly backoffMs: number
  /** Processes at once; further Jobs wait as pending pods do. */
  readonly maxRunning: number
  /** Told when a pod cannot start; the same words come again as long as it holds. */
  readonly onBlocked: (job: KubeObject, why: Blocked) => void
}

export interface JobRunner {
  /** Looks at every Job once. Called on changes and, for processes that are not our children, now and then. */
  readonly visitAll: () => void
  /** Whether a process runs, or a Job is not closed. */
  readonly busy: () => boolean
  /** Ends all processes; what they did not finish does not count against their Jobs. */
  readonly stop: () => Promise<void>
}

const DEFAULT_GRACE_SECONDS = 30
const STOP_SECONDS = 20
const POLL_MS = 100

/** Job controller and kubelet in one, for Jobs of one pod. All it knows is in the store and in the folders. */
export const jobRunner = (options: JobRunnerOptions): JobRunner => {
  const { store, clock, root } = options
  const ending = termination(clock)
  /** Attempts started by this process, so that one without a claim is not given up at once. */
  const launched = new Set<string>()

  const settleStarting = (attempts: ReadonlyArray<Attempt>): boolean =>
    attempts.filter(({ state, folder }) => state._tag === 'Starting' && !launched.has(folder)).map(abandon).length > 0

  const attemptsOf = (folder: JobFolder): ReadonlyArray<Attempt> => {
    const attempts = folder.attempts()
    return settleStarting(attempts) ? folder.attempts() : attempts
  }

  const visit = (job: KubeObject, spec: JobSpec): void => {
    const folder = jobFolder(root, job.metadata.uid ?? '')
    const attempts = attemptsOf(folder)
    const reported = withReports(options, job, attempts)
    const startTime = instantOf(jobStatusOf(reported).startTime)
    const step = nextStep({ spec, attempts, startTime, now: clock.now(), backoffMs: options.backoffMs })
    writeStatus(options, reported, attempts, step)
    attempts
      .filter((attempt) => !isActive(attempt))
      .forEach((attempt) => rmSync(scratch(attempt), { recursive: true, force: true }))
    if (step._tag === 'Stop') ending.stop(step.attempt, graceOf(spec))
    if (step._tag === 'Start' && running() < options.maxRunning) start(reported, spec, folder)
  }

  const start = (job: KubeObject, spec: JobSpec, folder: JobFolder): void => {
    const attempt = folder.begin()
    const prepared = prepare(options, job, spec, attempt)
    if (E.isLeft(prepared)) {
      rmSync(attempt.folder, { recursive: true, force: true })
      return options.onBlocked(job, prepared.left)
    }
    launched.add(attempt.folder)
    options.log(subject(job), attempt.number === 1 ? 'started' : `started again, attempt ${attempt.number}`)
    const onEnd = () => {
      launched.delete(attempt.folder)
      visitAll()
    }
    launch({ attempt, command: options.mover, environment: prepared.right, onEnd })
  }

  const running = (): number =>
    [...jobFolders(root)].flatMap((uid) => jobFolder(root, uid).attempts()).filter(isActive).length

  const visitAll = (): void => {
    const jobs = jobsOf(store)
    jobs.forEach((job) => {
      const spec = jobSpecOf(job)
      if (spec !== undefined && !isClosed(job) && job.metadata.deletionTimestamp === undefined) visit(job, spec)
      if (isExpired(job, clock.now())) store.remove(refOf(job), { propagationPolicy: 'Background' })
    })
    const living = new Set(
      jobs.filter(({ metadata }) => metadata.deletionTimestamp === undefined).map(({ metadata }) => metadata.uid),
    )
    jobFolders(root)
      .filter((uid) => !living.has(uid))
      .forEach((uid) => clear(jobFolder(root, uid), store.byUid(uid)))
  }

  /** A Job that is gone takes its processes with it, then its folder. */
  const clear = (folder: JobFolder, job: KubeObject | undefined): void => {
    const active = attemptsOf(folder).filter(isActive)
    const spec = job === undefined ? undefined : jobSpecOf(job)
    active.forEach((attempt) => ending.stop(attempt, spec === undefined ? DEFAULT_GRACE_SECONDS : graceOf(spec)))
    if (active.length === 0) folder.remove()
  }

  return {
    visitAll,
    busy: () => jobsOf(store).some((job) => !isClosed(job)) || running() > 0,
    stop: async () => {
      const attempts = () =>
        jobFolders(root)
          .flatMap((uid) => jobFolder(root, uid).attempts())
          .filter(isActive)
      attempts().forEach((attempt) => {
        markInterrupted(attempt)
        ending.stop(attempt, STOP_SECONDS)
      })
      const limit = Date.now() + (STOP_SECONDS + 5) * 1000
      while (attempts().length > 0 && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    },
  }
}

const scratch = ({ folder }: Attempt): string => join(folder, 'scratch')

export const subject = ({ kind, metadata }: KubeObject): string =>
  [kind, metadata.namespace, metadata.name].filter((part) => part !== undefined).join('/')

const jobsOf = (store: Store): ReadonlyArray<KubeObject> => {
  const jobs = store.list({ apiVersion: 'batch/v1', kind: 'Job' })
  return E.isRight(jobs) ? jobs.right.items : []
}

const graceOf = (spec: JobSpec): number => spec.template.spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS

const instantOf = (text: string | undefined): number | undefined => {
  const instant = parseInstant(text ?? '')
  return instant._tag === 'Some' ? instant.value : undefined
}

const isExpired = (job: KubeObject, now: number): boolean => {
  const ttl = jobSpecOf(job)?.ttlSecondsAfterFinished
  if (ttl === undefined || !isClosed(job) || job.metadata.deletionTimestamp !== undefined) return false
  const ended = jobStatusOf(job).conditions?.find(
    ({ type }) => type === 'Complete' || type === 'Failed',
  )?.lastTransitionTime
  return (instantOf(ended) ?? now) + ttl * 1000 <= now
}

/** What the mover wrote, put on the Job before its status says that it ended. */
const withReports = ({ store }: JobRunnerOptions, job: KubeObject, attempts: ReadonlyArray<Attempt>): KubeObject => {
  const annotations = reportChanges(job, attempts.map(reportFolder))
  if (Object.keys(annotations).length === 0) return job
  const patched = store.patch(refOf(job), { type: 'merge', body: { metadata: { annotations } } })
  return E.isRight(patched) ? patched.right : job
}

const writeStatus = (
  { store, clock, log }: JobRunnerOptions,
  job: KubeObject,
  attempts: ReadonlyArray<Attempt>,
  step: NextStep,
): void => {
  const status = jobStatus(jobStatusOf(job), attempts, step, clock.now())
  if (equalJson(job['status'], status)) return
  store.updateStatus({ ...job, status })
  if (step._tag === 'Complete') log(subject(job), 'completed')
  if (step._tag === 'Fail') log(subject(job), `failed: ${step.reason}: ${step.message}`)
}

/** The variables of the process, or why it cannot start yet. */
const prepare = (
  options: JobRunnerOptions,
  job: KubeObject,
  spec: JobSpec,
  attempt: Attempt,
): E.Either<Blocked, { readonly [name: string]: string }> => {
  const [container] = spec.template.spec.containers
  if (container === undefined) return E.left('the Job has no container')
  const lookup = lookupIn(options.store, job.metadata.namespace ?? '')
  const variables = podEnvironment(container, job, lookup)
  if (E.isLeft(variables)) return variables
  const places = { scratch: scratch(attempt), lookup, claimFolder: options.claimFolder }
  const map = pathMap(container, spec.template.spec.volumes ?? [], places)
  if (E.isLeft(map)) return map
  return E.right({
    ...options.environment,
    ...variables.right,
    [MoverEnv.pathMap]: JSON.stringify(map.right),
    [MoverEnv.reportDirectory]: reportFolder(attempt),
  })
}

const lookupIn =
  (store: Store, namespace: string): Lookup =>
  (kind, name) => {
    const found = store.get({ apiVersion: 'v1', kind, namespace, name })
    return E.isRight(found) ? found.right : undefined
  }
