import type { Restore, RestoreStatus } from '../../api/kinds/restore'
import { jobOutcome } from '../core/mover-job'
import type { DirectDeed } from './plan'
import { hasStarted } from './phase'
import { claimName } from './target/target'

/** What a plan changes of the status, conditions apart. */
export const statusChange = (restore: Restore, plan: DirectDeed): Partial<RestoreStatus> => {
  switch (plan._tag) {
    case 'Wait':
      return { phase: hasStarted(restore) ? 'Restoring' : 'Pending', ...waitStart(plan) }
    case 'Pin':
      return { phase: 'Resolving', resolved: plan.resolved, ...waitStart(plan), ...target(restore) }
    case 'MakeClaim':
    case 'TakeTurn':
    case 'Start':
    case 'AwaitObservation':
      return { phase: hasStarted(restore) ? 'Restoring' : 'Resolving' }
    case 'Watch':
      return {
        phase: 'Restoring',
        ...target(restore),
        timing: startTiming(restore, plan),
        ...(plan.resolved === undefined ? {} : { resolved: plan.resolved }),
      }
    case 'End':
      return ended(plan)
  }
}

type Named<Tag extends DirectDeed['_tag']> = Extract<DirectDeed, { readonly _tag: Tag }>

const waitStart = ({ waitStartedAt }: Named<'Wait' | 'Pin'>): Partial<RestoreStatus> =>
  waitStartedAt === undefined ? {} : { waitStartedAt }

const target = (restore: Restore): Partial<RestoreStatus> => {
  const name = claimName(restore)
  return name === undefined || restore.status?.target !== undefined ? {} : { target: { pvcRef: { name } } }
}

const startTiming = ({ status }: Restore, { job }: Named<'Watch'>): NonNullable<RestoreStatus['timing']> => {
  const outcome = jobOutcome(job)
  const started = outcome._tag === 'Active' ? outcome.startTime : undefined
  const startTime = status?.timing?.startTime ?? started ?? job.metadata.creationTimestamp
  return startTime === undefined ? {} : { startTime }
}

const ended = ({ ending }: Named<'End'>): Partial<RestoreStatus> => {
  const told = {
    ...(ending.timing === undefined ? {} : { timing: ending.timing }),
    ...(ending.logTail === undefined ? {} : { logTail: ending.logTail }),
  }
  switch (ending._tag) {
    case 'Restored':
      return {
        phase: 'Completed',
        resolved: ending.resolved,
        ...(ending.progress === undefined ? {} : { progress: ending.progress }),
        ...told,
      }
    case 'NothingToRestore':
      return { phase: 'Completed', resolved: ending.resolved, ...told }
    case 'Failed':
      return { phase: 'Failed', ...(ending.failure === undefined ? {} : { failure: ending.failure }), ...told }
  }
}
