import { rmSync } from 'node:fs'
import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { refOf } from '../../api/kind-definition'
import { subject } from '../subject'
import { abandon, jobFolder, jobFolders, markInterrupted, type Attempt, type JobFolder } from './attempt-folder'
import { launch } from './attempt-process'
import { instantOf } from '../../../hooks/core/time/instant'
import { DEFAULT_GRACE_SECONDS, graceOf, isExpired, jobsOf } from './job-list'
import type { JobRunnerOptions } from './job-runner-options'
import { isClosed, jobSpecOf, jobStatusOf, type JobSpec } from './job-spec'
import { isActive, nextStep } from './next-step'
import { prepare, scratch } from './prepare'
import { termination } from './termination'
import { undisturbed } from './undisturbed'
import { withReports, writeStatus } from './write-job'

export interface JobRunner {
  /** Looks at every Job once. Called on changes and, for processes that are not our children, now and then. */
  readonly visitAll: () => void
  /** Whether a process runs, or a Job is to get one by itself; one that waits for something missing is not. */
  readonly busy: () => boolean
  /** Ends all processes; what they did not finish does not count against their Jobs. */
  readonly stop: () => Promise<void>
}

const STOP_SECONDS = 20
const POLL_MS = 100

/** Job controller and kubelet in one, for Jobs of one pod. All it knows is in the store and in the folders. */
export const jobRunner = (options: JobRunnerOptions): JobRunner => {
  const { store, clock, root } = options
  const ending = termination(clock)
  /** Attempts started by this process, so that one without a claim is not given up at once. */
  const launched = new Set<string>()
  /** UIDs of Jobs whose next attempt could not be prepared when they were last looked at. */
  const blocked = new Set<string>()
  const phase = { stopping: false, stopped: false }

  const settleStarting = (attempts: ReadonlyArray<Attempt>): boolean =>
    attempts.filter(({ state, folder }) => state._tag === 'Starting' && !launched.has(folder)).map(abandon).length > 0

  const attemptsOf = (folder: JobFolder): ReadonlyArray<Attempt> => {
    const attempts = folder.attempts()
    return settleStarting(attempts) ? folder.attempts() : attempts
  }

  const visit = (job: KubeObject, spec: JobSpec): void => {
    const folder = jobFolder(root, job.metadata.uid ?? '')
    const attempts = attemptsOf(folder)
    attempts.forEach(ending.sweep)
    const reported = withReports(options, job, attempts)
    const startTime = instantOf(jobStatusOf(reported).startTime)
    const step = nextStep({ spec, attempts, startTime, now: clock.now(), backoffMs: options.backoffMs })
    writeStatus(options, reported, attempts, step)
    attempts
      .filter((attempt) => !isActive(attempt))
      .forEach((attempt) => rmSync(scratch(attempt), { recursive: true, force: true }))
    if (step._tag === 'Stop') ending.stop(step.attempt, graceOf(spec))
    if (step._tag !== 'Start') blocked.delete(job.metadata.uid ?? '')
    else if (!phase.stopping && running() < options.maxRunning) start(reported, spec, folder)
  }

  const start = (job: KubeObject, spec: JobSpec, folder: JobFolder): void => {
    const attempt = folder.begin()
    const prepared = prepare(options, job, spec, attempt)
    if (E.isLeft(prepared)) {
      rmSync(attempt.folder, { recursive: true, force: true })
      blocked.add(job.metadata.uid ?? '')
      return options.onBlocked(job, prepared.left)
    }
    blocked.delete(job.metadata.uid ?? '')
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

  const visitAll = undisturbed(options.log, () => {
    // The end of a process is heard of a moment after it was seen, when nobody may write any more.
    if (phase.stopped) return
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
  })

  /** A Job that is gone takes its processes with it, then its folder. */
  const clear = (folder: JobFolder, job: KubeObject | undefined): void => {
    const attempts = attemptsOf(folder)
    attempts.forEach(ending.sweep)
    const active = attempts.filter(isActive)
    const spec = job === undefined ? undefined : jobSpecOf(job)
    active.forEach((attempt) => ending.stop(attempt, spec === undefined ? DEFAULT_GRACE_SECONDS : graceOf(spec)))
    if (active.length === 0) folder.remove()
  }

  /** Asks every process to end, also one that has only now begun; how many are left. */
  const interrupt = (): number => {
    const active = [...jobFolders(root)].flatMap((uid) => jobFolder(root, uid).attempts()).filter(isActive)
    active.forEach((attempt) => {
      if (!attempt.interrupted) markInterrupted(attempt)
      ending.stop(attempt, STOP_SECONDS)
    })
    return active.length
  }

  return {
    visitAll,
    busy: () => jobsOf(store).some((job) => !isClosed(job) && !blocked.has(job.metadata.uid ?? '')) || running() > 0,
    stop: async () => {
      phase.stopping = true
      const limit = Date.now() + (STOP_SECONDS + 5) * 1000
      while (interrupt() > 0 && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      phase.stopped = true
    },
  }
}
