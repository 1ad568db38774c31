import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Restore } from '../../api/kinds/restore'
import type { Circumstances } from '../hook'
import { admissible } from './admissible'
import { currentRestore } from './current'
import { directPlan } from './direct'
import { namespaceOf } from './names'
import { hasStarted, isSettled } from './phase'
import type { Plan } from './plan'
import { populatorPlan } from './populator/plan'
import { observedJobs, type RestoreRequest } from './request'
import { claimName } from './target/target'
import type { Step } from './walk'

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
  if (isSettled(restore)) return E.right({ _tag: 'Settled' })
  if (restore.metadata.deletionTimestamp !== undefined) return E.right({ _tag: 'Leave' })
  const jobs = observedJobs(request)
  if ('populator' in restore.spec.target)
    return pipe(
      admissible(restore, circumstances),
      E.chain(() => populatorPlan(restore, jobs, circumstances)),
    )
  const name = claimName(restore)
  const member = name === undefined ? undefined : { namespace: namespaceOf(restore), name }
  // A run that has begun is followed to its end, whatever the spec says by now.
  return hasStarted(restore) || jobs.length > 0
    ? directPlan(restore, { jobs, member }, circumstances)
    : pipe(
        admissible(restore, circumstances),
        E.chain(() => directPlan(restore, { jobs, member }, circumstances)),
      )
}
