import { isRight } from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { workSpec, MoverEnv, type WorkSpec } from '../../../api/mover/work-spec'
import { progress, type Choice, type Outcome } from '../../../api/mover/outcome'
import { Annotation } from '../../../api/names/annotations'
import { refOf } from '../../../embedded/api/kind-definition'
import type { Store } from '../../../embedded/api/store'
import type { Clock } from '../../../embedded/clock/clock'
import type { Random } from '../../../embedded/random/random'
import { formatInstant } from '../../../hooks/core/time/instant'
import type { Backends } from './kopia-repository'
import { operate, type Attempt } from './operate'
import { createPod, endPod, isDying } from './pods'

/** How one attempt of a mover goes. */
export type Fate =
  | 'Succeeds'
  /** Its pod dies before kopia did anything. */
  | 'DiesBefore'
  /** Its pod dies after kopia was done and before it could report. */
  | 'DiesAfter'
  /** It is done, its report is refused, and it exits well. */
  | 'CannotReport'
  | 'Fails'

export interface JobControllerOptions {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly backends: Backends
  readonly fate: (attempt: number) => Fate
  /** Milliseconds of one attempt's work. */
  readonly duration: () => number
}

interface Run {
  readonly job: KubeObject
  readonly ref: ReturnType<typeof refOf>
  readonly spec: WorkSpec
  readonly claim: string | undefined
  /** The claim that is read. */
  readonly source: string | undefined
  readonly backoffLimit: number
  attempts: number
}

/** Seconds in which a mover that was asked to stop may still get there. */
const GRACE = 15_000

/** kube-controller-manager's Jobs and their pods, with modelled movers in them. */
export const startJobController = (options: JobControllerOptions): (() => void) => {
  const { store, clock, random } = options
  return store.listen(({ type, object }) => {
    if (object.kind !== 'Job' || object.apiVersion !== 'batch/v1' || type !== 'ADDED') return
    const run = runOf(object)
    if (run !== undefined) clock.schedule(clock.now() + random.integer(1_000, 6_000), () => begin(options, run))
  })
}

/** The Job as it is, unless it is gone or going. */
const living = ({ store }: JobControllerOptions, { ref, job }: Run): KubeObject | undefined => {
  const found = store.get(ref)
  const same = isRight(found) && found.right.metadata.uid === job.metadata.uid
  return same && found.right.metadata.deletionTimestamp === undefined ? found.right : undefined
}

const begin = (options: JobControllerOptions, run: Run): void => {
  const { store, clock } = options
  if (living(options, run) === undefined) return
  if (!sourceBound(options, run)) return void clock.schedule(clock.now() + UNBOUND, () => begin(options, run))
  run.attempts += 1
  const pod = createPod(store, run.job, run.attempts)
  if (pod === undefined) return
  const startedAt = clock.now()
  patchStatus(store, run, {
    active: 1,
    startTime: formatInstant(startedAt),
    ...(run.attempts === 1 ? {} : { failed: run.attempts - 1 }),
  })
  const unlisten = store.listen(({ object }) => {
    if (object.metadata.uid !== pod.metadata.uid || object.metadata.deletionTimestamp === undefined) return
    unlisten()
    stopLate(options, run, pod, startedAt)
  })
  clock.schedule(startedAt + options.duration(), () => {
    unlisten()
    if (!isDying(store, pod)) finish(options, run, pod, startedAt)
  })
}

/** Milliseconds until the scheduler looks again for a volume. */
const UNBOUND = 2_000

/** A pod whose claim is missing or has no volume does not start. */
const sourceBound = ({ store }: JobControllerOptions, { source, ref: { namespace = '' } }: Run): boolean => {
  if (source === undefined) return true
  const found = store.get({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name: source })
  return isRight(found) && (found.right['spec'] as { volumeName?: string } | undefined)?.volumeName !== undefined
}

/** A mover that was asked to stop; kopia may have saved before it heard. */
const stopLate = (options: JobControllerOptions, run: Run, pod: KubeObject, startedAt: number): void => {
  const { store, clock, random, backends } = options
  const lucky = random.next() < 0.5
  clock.schedule(clock.now() + random.integer(0, GRACE), () => {
    if (lucky) operate(backends, attemptOf(options, run, startedAt))
    endPod(store, pod, 'Failed')
  })
}

/** The end of an attempt in its own time; its Job may have been orphaned from it meanwhile. */
const finish = (options: JobControllerOptions, run: Run, pod: KubeObject, startedAt: number): void => {
  const fate = options.fate(run.attempts)
  const outcome = outcomeOf(options, run, fate, startedAt)
  endPod(options.store, pod, outcome !== undefined && 'succeeded' in outcome ? 'Succeeded' : 'Failed')
  if (living(options, run) === undefined) return
  if (outcome === undefined || fate === 'DiesAfter') died(options, run)
  else close(options, run, outcome, fate !== 'CannotReport')
}

const outcomeOf = (options: JobControllerOptions, run: Run, fate: Fate, startedAt: number): Outcome | undefined => {
  switch (fate) {
    case 'DiesBefore':
      return undefined
    case 'Fails':
      return failure(startedAt, options.clock.now())
    case 'Succeeds':
    case 'DiesAfter':
    case 'CannotReport':
      return operate(options.backends, attemptOf(options, run, startedAt))
  }
}

const died = (options: JobControllerOptions, run: Run): void => {
  if (run.attempts > run.backoffLimit) return close(options, run, undefined)
  patchStatus(options.store, run, { active: 0, failed: run.attempts })
  options.clock.schedule(options.clock.now() + 10_000 * 2 ** (run.attempts - 1), () => begin(options, run))
}

const close = (options: JobControllerOptions, run: Run, outcome: Outcome | undefined, reported = true): void => {
  const now = formatInstant(options.clock.now())
  if (outcome !== undefined && reported)
    options.store.patch(run.ref, {
      type: 'merge',
      body: { metadata: { annotations: { [Annotation.outcome]: JSON.stringify(outcome) } } },
    })
  const succeeded = outcome !== undefined && 'succeeded' in outcome
  patchStatus(
    options.store,
    run,
    succeeded
      ? { active: 0, succeeded: 1, completionTime: now, conditions: [condition('Complete', now)] }
      : { active: 0, failed: run.attempts, conditions: [condition('Failed', now, 'BackoffLimitExceeded')] },
  )
}

const condition = (type: string, now: string, reason?: string) => ({
  type,
  status: 'True',
  lastProbeTime: now,
  lastTransitionTime: now,
  ...(reason === undefined ? {} : { reason, message: 'Job has reached the specified backoff limit' }),
})

const failure = (startedAt: number, now: number): Outcome => ({
  version: 1,
  startTime: formatInstant(startedAt),
  endTime: formatInstant(now),
  failed: { kopiaErrorClass: 'SourceError', message: 'modelled failure', retryRecommended: true, exitCode: 1 },
})

const patchStatus = (store: Store, { ref, job }: Run, status: object): void => {
  const found = store.get(ref)
  if (!isRight(found) || found.right.metadata.uid !== job.metadata.uid) return
  store.patch(ref, { type: 'merge', subresource: 'status', body: { status: { ...status } } })
}

const attemptOf = (options: JobControllerOptions, run: Run, startedAt: number): Attempt => ({
  spec: run.spec,
  job: run.job.metadata.uid ?? '',
  claim: run.claim,
  startedAt,
  now: options.clock.now(),
  choose: (chosen) => chooseOnJob(options, run, chosen),
})

const chooseOnJob = (options: JobControllerOptions, run: Run, chosen: Choice): Choice | undefined => {
  const found = options.store.get(run.ref)
  if (!isRight(found) || found.right.metadata.uid !== run.job.metadata.uid) return undefined
  const text = found.right.metadata.annotations?.[Annotation.progress]
  const earlier = text === undefined ? undefined : progress.decode(JSON.parse(text))
  if (earlier !== undefined && isRight(earlier) && earlier.right.chosen !== undefined) return earlier.right.chosen
  const report = JSON.stringify({ at: formatInstant(options.clock.now()), chosen })
  options.store.patch(run.ref, {
    type: 'merge',
    body: { metadata: { annotations: { [Annotation.progress]: report } } },
  })
  return chosen
}

interface PodSpec {
  readonly containers?: ReadonlyArray<{
    readonly env?: ReadonlyArray<{ readonly name: string; readonly value?: string }>
  }>
  readonly volumes?: ReadonlyArray<{
    readonly name: string
    readonly persistentVolumeClaim?: { readonly claimName: string }
  }>
}

const runOf = (job: KubeObject): Run | undefined => {
  const { backoffLimit = 6, template } = job['spec'] as JobSpec
  const spec = workSpecOf(job, template?.spec)
  return spec === undefined
    ? undefined
    : {
        job,
        ref: refOf(job),
        spec,
        claim: claimOf(template?.spec, 'target'),
        source: claimOf(template?.spec, 'source'),
        backoffLimit,
        attempts: 0,
      }
}

const claimOf = (pod: PodSpec | undefined, volume: string): string | undefined =>
  pod?.volumes?.find(({ name }) => name === volume)?.persistentVolumeClaim?.claimName

interface JobSpec {
  readonly backoffLimit?: number
  readonly template?: { readonly spec?: PodSpec }
}

const workSpecOf = (job: KubeObject, pod: PodSpec | undefined): WorkSpec | undefined => {
  const text = pod?.containers?.[0]?.env?.find(({ name }) => name === MoverEnv.workSpec)?.value
  if (text === undefined) return undefined
  const decoded = workSpec.decode(JSON.parse(text))
  if (!isRight(decoded)) throw new Error(`Job ${job.metadata.name} has a work spec that no mover can read`)
  return decoded.right
}
