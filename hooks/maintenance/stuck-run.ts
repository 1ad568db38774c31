import type { Maintenance } from '../../api/kinds/maintenance'
import { podsOfJob, startDeadline, stuckBecause } from '../core/mover-job'
import type { Instant } from '../core/time/instant'
import type { Circumstances } from '../hook'
import type { Need } from '../need'
import type { Run } from './run'
import type { Scene } from './scene'

/**
 * A run whose pod cannot start counts as failed from the moment it should have: it would keep every other run from
 * starting for days. Should it start after all, its report counts.
 */
export const startedOrStuck = (
  run: Run,
  maintenance: Maintenance,
  { reads, now }: Pick<Circumstances, 'reads' | 'now'>,
): Run => {
  const deadline = deadlineOf(maintenance, run)
  const why = deadline === undefined || deadline > now ? undefined : stuckBecause(run.job, reads)
  return deadline === undefined || why === undefined
    ? run
    : {
        ...run,
        state: { _tag: 'Ended', at: deadline, report: { _tag: 'Failed', errorClass: 'MoverPodWedged', detail: why } },
      }
}

export const stuckNeeds = ({ maintenance, runs, now }: Scene): ReadonlyArray<Need> =>
  runs
    .filter((run) => (deadlineOf(maintenance, run) ?? Infinity) <= now)
    .map(({ job: { metadata } }) => podsOfJob(metadata.namespace ?? '', metadata.name))

/** When running Jobs should have started. */
export const startsBy = ({ maintenance, runs }: Scene): ReadonlyArray<Instant> =>
  runs.map((run) => deadlineOf(maintenance, run)).filter((at) => at !== undefined)

const deadlineOf = ({ spec }: Maintenance, { job }: Run): Instant | undefined =>
  startDeadline(job, spec.failurePolicy?.podStartupDeadlineSeconds)
