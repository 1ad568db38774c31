import type { Report } from './report'
import { refusalSentence, type SentenceFacts } from './refusal-sentence'
import { isPassing, nextAction } from './refusal-class'

/** What a discovery that did not connect means, in words that stay the same for the same cause. */
export interface DiscoveryFailure {
  /** `Absent`: the backend answers and holds no repository. */
  readonly kind: 'Absent' | 'TimedOut' | 'Other'
  readonly reason: string
  readonly message: string
  /** It may pass without anybody doing anything. */
  readonly passing: boolean
  /** Hint of the Event, as `CheckCredentials`. */
  readonly action: string
}

export const failureOf = (
  report: Exclude<Report, { readonly _tag: 'Connected' }>,
  facts: SentenceFacts,
): DiscoveryFailure => {
  switch (report._tag) {
    case 'DeadlineExceeded':
      return {
        kind: 'TimedOut',
        reason: 'BootstrapDeadlineExceeded',
        message: `Connecting took longer than the deadline of the Job. It is tried again with a longer one; a backend that is always slow needs spec.bootstrap.failurePolicy.activeDeadlineSeconds raised.`,
        passing: true,
        action: 'RaiseBootstrapDeadline',
      }
    case 'NoResult':
      return {
        kind: 'Other',
        reason: 'BootstrapJobFailed',
        message: `The Job ${facts.job} ended without a result: it crashed, was evicted or never started. It is tried again; kubectl describe of the Job and of its Pods says more.`,
        passing: true,
        action: 'CheckJob',
      }
    case 'Refused':
      return report.errorClass === 'NotInitialized'
        ? absent(facts)
        : {
            kind: 'Other',
            reason: report.errorClass,
            message: refusalSentence(report.errorClass, facts),
            passing: isPassing(report.errorClass),
            action: nextAction(report.errorClass),
          }
  }
}

const absent = (facts: SentenceFacts): DiscoveryFailure =>
  facts.uniqueId === undefined
    ? {
        kind: 'Absent',
        reason: 'RepositoryNotInitialized',
        message: `The backend answers but holds no kopia repository, and none is to be created. Point spec.backend at an existing repository, or let one be created with spec.create.enabled: true, mode: ReadWrite and no spec.seed (this release copies nothing into a new repository).`,
        passing: false,
        action: 'EnableRepositoryCreate',
      }
    : {
        kind: 'Absent',
        reason: 'RepositoryReinitializeBlocked',
        message: `The backend answers but repository ${facts.uniqueId} is gone from it, and nothing is created in its place. Bring the backend's content back, or give the old backups up and start anew with: ${facts.reinitialize}`,
        passing: false,
        action: 'VerifyBackendBeforeRecreate',
      }
