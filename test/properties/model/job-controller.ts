import { isRight } from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { workSpec, MoverEnv, type WorkSpec } from '../../../api/mover/work-spec'
import type { Outcome } from '../../../api/mover/outcome'
import { Annotation } from '../../../api/names/annotations'
import { refOf } from '../../../embedded/api/kind-definition'
import type { Store } from '../../../embedded/api/store'
import type { Clock } from '../../../embedded/clock/clock'
import type { Random } from '../../../embedded/random/random'
import { formatInstant } from '../../../hooks/core/time/instant'
import type { Backends } from './kopia-repository'
import { operate } from './operate'

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
  readonly uid: string
  readonly ref: ReturnType<typeof refOf>
  readonly spec: WorkSpec
  readonly claim: string | undefined
  readonly backoffLimit: number
  attempts: number
  over: boolean
}

/** kube-controller-manager's Jobs with modelled movers in them. */
export const startJobController = (options: JobControllerOptions): (() => void) => {
  const runs = new Map<string, Run>()
  const { store, clock, random } = options
  return store.listen(({ type, object }) => {
    if (object.kind !== 'Job' || object.apiVersion !== 'batch/v1') return
    const uid = object.metadata.uid ?? ''
    if (type === 'ADDED') {
      const run = runOf(object)
      if (run === undefined) return
      runs.set(uid, run)
      clock.schedule(clock.now() + random.integer(3_000, 6_000), () => begin(options, run))
    }
    const run = runs.get(uid)
    if (run !== undefined && (type === 'DELETED' || object.metadata.deletionTimestamp !== undefined)) end(options, run)
  })
}

/** A deleted Job takes its pod away; a mover that is nearly done may still get there. */
const end = (options: JobControllerOptions, run: Run): void => {
  if (run.over) return
  run.over = true
  if (run.attempts === 0 || options.random.next() < 0.5) return
  options.clock.schedule(options.clock.now() + options.random.integer(0, 2_000), () => {
    operate(options.backends, attemptOf(options, run, options.clock.now() - 1_000))
  })
}

const begin = (options: JobControllerOptions, run: Run): void => {
  if (run.over) return
  run.attempts += 1
  const startedAt = options.clock.now()
  patchStatus(options.store, run, {
    active: 1,
    startTime: formatInstant(startedAt),
    ...(run.attempts === 1 ? {} : { failed: run.attempts - 1 }),
  })
  options.clock.schedule(startedAt + options.duration(), () => finish(options, run, startedAt))
}

const finish = (options: JobControllerOptions, run: Run, startedAt: number): void => {
  if (run.over) return
  const fate = options.fate(run.attempts)
  if (fate === 'DiesBefore') return died(options, run)
  if (fate === 'Fails') return close(options, run, failure(startedAt, options.clock.now()))
  const outcome = operate(options.backends, attemptOf(options, run, startedAt))
  if (fate === 'DiesAfter') return died(options, run)
  close(options, run, outcome, fate !== 'CannotReport')
}

const died = (options: JobControllerOptions, run: Run): void => {
  if (run.attempts > run.backoffLimit) return close(options, run, undefined)
  patchStatus(options.store, run, { active: 0, failed: run.attempts })
  options.clock.schedule(options.clock.now() + 10_000 * 2 ** (run.attempts - 1), () => begin(options, run))
}

const close = (options: JobControllerOptions, run: Run, outcome: Outcome | undefined, reported = true): void => {
  run.over = true
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

const patchStatus = (store: Store, { ref, uid }: Run, status: object): void => {
  const found = store.get(ref)
  if (!isRight(found) || found.right.metadata.uid !== uid) return
  store.patch(ref, { type: 'merge', subresource: 'status', body: { status: { ...status } } })
}

const attemptOf = ({ clock }: JobControllerOptions, { spec, uid, claim }: Run, startedAt: number) => ({
  spec,
  job: uid,
  claim,
  startedAt,
  now: clock.now(),
})

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
  const spec = job['spec'] as { readonly backoffLimit?: number; readonly template?: { readonly spec?: PodSpec } }
  const pod = spec.template?.spec
  const text = pod?.containers?.[0]?.env?.find(({ name }) => name === MoverEnv.workSpec)?.value
  if (text === undefined) return undefined
  const decoded = workSpec.decode(JSON.parse(text))
  if (!isRight(decoded)) throw new Error(`Job ${job.metadata.name} has a work spec that no mover can read`)
  return {
    uid: job.metadata.uid ?? '',
    ref: refOf(job),
    spec: decoded.right,
    claim: pod?.volumes?.find(({ name }) => name === 'target')?.persistentVolumeClaim?.claimName,
    backoffLimit: spec.backoffLimit ?? 6,
    attempts: 0,
    over: false,
  }
}
