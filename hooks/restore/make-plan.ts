import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Restore, RestoreResolved } from '../../api/kinds/restore'
import type { Circumstances } from '../hook'
import { recordedChoice } from './choice'
import { admissible } from './admissible'
import { currentRestore } from './current'
import { noJobYet } from './existing-job'
import { fresh } from './fresh'
import { afterLoss } from './lost'
import { jobName, secondJobName } from './names'
import { hasEnded, hasStarted } from './phase'
import type { Plan } from './plan'
import { prepare } from './prepare'
import { observedJobs, type RestoreRequest } from './request'
import { both, type Step } from './walk'
import { chosenSoFar, jobEnding } from './watch'
import { wedged } from './wedged'

/** The Restore a plan is for, as it stands, and the plan. */
export interface Planned {
  readonly restore: Restore
  readonly plan: Plan
}

/** What is to be done now. Pure: the same request, reads and time give the same plan. */
export const makePlan = (request: RestoreRequest, circumstances: Circumstances): Planned =>
  pipe(
    currentRestore(request, circumstances),
    E.match(
      (plan) => ({ restore: request.parent, plan }),
      (restore) => ({ restore, plan: E.toUnion(next(restore, request, circumstances)) }),
    ),
  )

const next = (restore: Restore, request: RestoreRequest, circumstances: Circumstances): Step<Plan> => {
  if (hasEnded(restore)) return E.right({ _tag: 'Settled' })
  if (restore.metadata.deletionTimestamp !== undefined) return E.right({ _tag: 'Leave' })
  const jobs = observedJobs(request)
  const second = jobs.find(({ metadata }) => metadata.name === secondJobName(restore))
  const job = second ?? jobs.find(({ metadata }) => metadata.name === jobName(restore))
  if (job !== undefined) {
    const ending = jobEnding(restore, job, circumstances.now)
    return ending === undefined
      ? pipe(
          wedged(restore, job, circumstances),
          E.map((): Plan => ({
            _tag: 'Watch',
            job,
            second: second !== undefined,
            ...chosen(chosenSoFar(restore, job, circumstances.now)),
          })),
        )
      : E.right({ _tag: 'End', ending })
  }
  return hasStarted(restore)
    ? lost(restore, circumstances)
    : pipe(
        admissible(restore, circumstances),
        E.chain(() => fresh(restore, circumstances)),
      )
}

const chosen = (resolved: RestoreResolved | undefined) => (resolved === undefined ? {} : { resolved })

const lost = (restore: Restore, circumstances: Circumstances): Step<Plan> =>
  pipe(
    both(
      both(
        noJobYet(restore, jobName(restore), circumstances),
        noJobYet(restore, secondJobName(restore), circumstances),
      ),
      both(afterLoss(restore, circumstances), recordedChoice(restore, circumstances)),
    ),
    E.chain(([, [{ job }, choice]]) =>
      prepare(restore, choice, { job, reason: 'the first Job vanished' }, circumstances),
    ),
  )
