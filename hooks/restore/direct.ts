import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Restore, RestoreResolved } from '../../api/kinds/restore'
import type { KubeObject } from '../../api/kubernetes/object'
import type { Circumstances } from '../hook'
import { recordedChoice } from './choice'
import { spentCopies } from './credential-copies'
import { noJobYet } from './existing-job'
import { fresh, type Wish } from './fresh'
import { afterLoss } from './lost'
import { jobName, secondJobName } from './names'
import { hasStarted } from './phase'
import type { Plan } from './plan'
import { prepare } from './prepare'
import { both, type Step } from './walk'
import { chosenSoFar, jobEnding } from './watch'
import { wedged } from './wedged'

/** What a run into one claim needs beside its Restore: its observed Jobs, and the claim its data belongs to. */
export interface Run extends Wish {
  readonly jobs: ReadonlyArray<KubeObject>
}

/** The next step of a run into one claim that is there; at its end the copies of Secrets go. */
export const directPlan = (restore: Restore, run: Run, circumstances: Circumstances): Step<Plan> =>
  pipe(
    nextStep(restore, run, circumstances),
    E.orElse((plan): Step<Plan> => (plan._tag === 'End' ? E.right(plan) : E.left(plan))),
    E.chain((plan) =>
      plan._tag === 'End'
        ? pipe(
            spentCopies(restore, circumstances),
            E.map((effects): Plan => (effects.length === 0 ? plan : { ...plan, effects })),
          )
        : E.right(plan),
    ),
  )

const nextStep = (restore: Restore, { jobs, ...wish }: Run, circumstances: Circumstances): Step<Plan> => {
  const second = jobs.find(({ metadata }) => metadata.name === secondJobName(restore))
  const job = second ?? jobs.find(({ metadata }) => metadata.name === jobName(restore))
  if (job === undefined) return hasStarted(restore) ? lost(restore, circumstances) : fresh(restore, wish, circumstances)
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
