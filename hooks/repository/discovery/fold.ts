import type { AnyStatus } from '../any-status'
import type { EventDraft } from '../event-draft'
import { formatInstant, type Instant } from '../../core/time/instant'
import type { Attempt } from './attempt'
import { connected } from './connected'
import { failureOf } from './failure'
import { missedProbe } from './missed-probe'
import type { ProbeRules } from './probe-rules'
import { refused } from './refused'
import type { Report } from './report'
import type { SentenceFacts } from './refusal-sentence'

/** An attempt that came to its end. */
export interface Ended {
  readonly attempt: Attempt
  readonly at: Instant
  readonly report: Report
}

export interface FoldRules {
  readonly probe: ProbeRules
  readonly facts: SentenceFacts
  /** The clock of condition transitions. */
  readonly now: Instant
  readonly generation: number | undefined
}

export interface Folded {
  readonly status: AnyStatus
  readonly events: ReadonlyArray<EventDraft>
}

/** Whether a status holds what an ended attempt had to tell. Only then may its Job go. */
export const isFolded = (status: AnyStatus, at: Instant): boolean =>
  (status.health?.lastProbeAt ?? '') >= formatInstant(at)

/** Takes the report of an ended attempt into the status. The same status and report give the same result. */
export const fold = (status: AnyStatus, ended: Ended, rules: FoldRules): Folded => {
  const report = expected(status, ended)
  if (report._tag === 'Connected') return connected(status, ended, report.facts, rules)
  const failure = failureOf(report, factsOf(ended, rules))
  return ended.attempt.purpose === 'Probe' && status.phase === 'Ready'
    ? missedProbe(status, ended, failure, rules)
    : refused(status, ended, failure, rules)
}

/** Another repository than the pinned one is a failure, whatever the mover thought of it. */
const expected = (status: AnyStatus, { attempt, report }: Ended): Report =>
  report._tag === 'Connected' &&
  status.uniqueId !== undefined &&
  status.uniqueId !== report.facts.uniqueId &&
  attempt.reinitialized !== status.uniqueId
    ? { _tag: 'Refused', errorClass: 'WrongRepository', detail: report.facts.uniqueId }
    : report

/** Once the old content is given up, its id is no reason for anything. */
const factsOf = ({ attempt }: Ended, { facts: { uniqueId, ...facts } }: FoldRules): SentenceFacts =>
  uniqueId === undefined || attempt.reinitialized === uniqueId ? facts : { ...facts, uniqueId }
