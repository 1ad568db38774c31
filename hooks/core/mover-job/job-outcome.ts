import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as J from 'fp-ts/Json'
import * as t from 'io-ts'
import type { KubeObject } from '../../../api/kubernetes/object'
import { outcome, progress, type Failure, type Outcome, type Progress } from '../../../api/mover/outcome'
import { Annotation } from '../../../api/names/annotations'

/** An outcome that ended well or badly; the reported union, split. */
export type Succeeded = Extract<Outcome, { readonly succeeded: unknown }>
export type FailedOutcome = Extract<Outcome, { readonly failed: unknown }>

export type JobOutcome =
  | { readonly _tag: 'Active'; readonly startTime?: string; readonly attempts: number; readonly progress?: Progress }
  /** The mover said that its work is done. */
  | { readonly _tag: 'Complete'; readonly outcome: Succeeded; readonly attempts: number }
  | {
      readonly _tag: 'Failed'
      /** `Reported`: the mover said why. `MoverJobFailed`: it ended without a word that can be read. */
      readonly why: 'Reported' | 'DeadlineExceeded' | 'MoverJobFailed'
      /** What Kubernetes says of it. */
      readonly message: string
      readonly failure?: Failure
      readonly logTail?: string
      readonly attempts: number
    }

/**
 * Reads what became of a mover Job. While Kubernetes has not closed the Job it is active, whatever was reported. A
 * reported success holds even when the Job was closed as failed: the mover speaks only after the work is done. A Job
 * that is complete without a readable report is a failure.
 */
export const jobOutcome = (job: KubeObject): JobOutcome => {
  const status = decodeStatus(job)
  const closed = closingOf(status)
  const attempts = attemptsOf(status)
  if (closed === undefined) return active(job, status, attempts)
  const reported = reportedOutcome(job)
  if (reported !== undefined && 'succeeded' in reported) return { _tag: 'Complete', outcome: reported, attempts }
  return { ...failed(closed, reported), attempts }
}

/**
 * The success that a mover has reported, though its pod may still be on its way out: it speaks after kopia has ended and
 * everything is closed. Not for who needs the volumes of that pod.
 */
export const reportedSuccess = (job: KubeObject): Extract<JobOutcome, { readonly _tag: 'Complete' }> | undefined => {
  const reported = reportedOutcome(job)
  return reported !== undefined && 'succeeded' in reported
    ? { _tag: 'Complete', outcome: reported, attempts: attemptsOf(decodeStatus(job)) }
    : undefined
}

const attemptsOf = ({ failed = 0, succeeded = 0, active = 0 }: t.TypeOf<typeof jobStatus>): number =>
  Math.max(1, failed + succeeded + active)

const closingOf = ({ conditions }: t.TypeOf<typeof jobStatus>): ClosingCondition | undefined =>
  conditions?.find(({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True')

/** How Kubernetes closed any Job, and in what words; nothing while it runs. */
export const jobClosing = (
  job: KubeObject,
): { readonly type: 'Complete' | 'Failed'; readonly why: string } | undefined => {
  const closed = closingOf(decodeStatus(job))
  return closed === undefined
    ? undefined
    : { type: closed.type === 'Complete' ? 'Complete' : 'Failed', why: wordsOf(closed) }
}

const wordsOf = ({ reason, message }: ClosingCondition): string =>
  [reason, message].filter((text) => text !== undefined && text !== '').join(': ')

const failed = (
  closed: ClosingCondition,
  reported: FailedOutcome | undefined,
): Omit<Extract<JobOutcome, { _tag: 'Failed' }>, 'attempts'> => ({
  _tag: 'Failed',
  why: closed.reason === 'DeadlineExceeded' ? closed.reason : reported === undefined ? 'MoverJobFailed' : 'Reported',
  message: wordsOf(closed),
  ...(reported === undefined ? {} : { failure: reported.failed }),
  ...(reported?.logTail === undefined ? {} : { logTail: reported.logTail }),
})

const closingCondition = t.intersection([
  t.type({ type: t.string, status: t.string }),
  t.partial({ reason: t.string, message: t.string }),
])
type ClosingCondition = t.TypeOf<typeof closingCondition>

const jobStatus = t.partial({
  startTime: t.string,
  active: t.number,
  failed: t.number,
  succeeded: t.number,
  conditions: t.array(closingCondition),
})

const decodeStatus = (job: KubeObject): t.TypeOf<typeof jobStatus> =>
  pipe(
    jobStatus.decode(job['status'] ?? {}),
    E.getOrElse((): t.TypeOf<typeof jobStatus> => ({})),
  )

const active = (job: KubeObject, status: t.TypeOf<typeof jobStatus>, attempts: number): JobOutcome => {
  const seen = decodeAnnotation(progress)(job, Annotation.progress)
  return {
    _tag: 'Active',
    attempts,
    ...(status.startTime === undefined ? {} : { startTime: status.startTime }),
    ...(seen === undefined ? {} : { progress: seen }),
  }
}

/** The report of the mover, whether its Job is closed or not; nothing if there is none or it cannot be read. */
export const reportedOutcome = (job: KubeObject): Outcome | undefined =>
  decodeAnnotation(outcome)(job, Annotation.outcome)

const decodeAnnotation =
  <A>(codec: t.Decoder<unknown, A>) =>
  (job: KubeObject, key: string): A | undefined =>
    pipe(
      E.fromNullable<unknown>('absent')(job.metadata.annotations?.[key]),
      E.chainW((text) => J.parse(String(text))),
      E.chainW((json) => codec.decode(json)),
      E.match(
        () => undefined,
        (value) => value,
      ),
    )
