import * as E from 'fp-ts/Either'
import { parseInstant, type Instant } from '../core/time/instant'
import type { Circumstances, Decision, HookFailure } from '../hook'
import type { Effect } from '../effect'
import { hasStarted } from './phase'
import { leftBehind } from './populator/left-behind'
import { restoreEvent } from './report/announce'
import { observedJobs, type RestoreRequest } from './request'
import { claimName } from './target/target'

/** Seconds after which a Job that does not go holds nobody back any longer. */
const DEADLINE_SECONDS = 300

/**
 * End of a Restore. Its Jobs go, and are waited for; claims have no owner and stay with all they hold, in every mode of
 * deletion. While the garbage collector has its hand on the Restore it takes the Jobs itself.
 */
export const finalize = (request: RestoreRequest, { now }: Circumstances): E.Either<HookFailure, Decision> => {
  const jobs = observedJobs(request)
  const done = jobs.length === 0 || overdue(request, now)
  return E.right({
    status: { ...request.parent.status },
    children: jobs.map((object) => ({ _tag: 'drop', object, reason: 'its Restore is being deleted' })),
    finalized: done,
    ...(done ? {} : { resyncAfterSeconds: 15 }),
    effects: done ? [...brokenOff(request), ...primesLeft(request)] : [],
  })
}

/** What a run wrote that did not end looks like a restore and is none: its claim is named, and kept. */
const brokenOff = ({ parent }: RestoreRequest): ReadonlyArray<Effect> => {
  const claim = claimName(parent)
  if (claim === undefined || !hasStarted(parent)) return []
  const message = `It was deleted before its end was on record: claim ${claim} is kept and may hold only a part of the files. Restore into it again, or delete it.`
  return restoreEvent(
    parent.metadata,
    { type: 'Warning', reason: 'RestoreBrokenOff', action: 'RestoreAgain', message },
    ['deleted'],
  )
}

/** Primes that still hold what was not handed over are named, and kept. */
const primesLeft = ({ parent }: RestoreRequest): ReadonlyArray<Effect> =>
  Object.entries(parent.status?.claims ?? {}).flatMap(([claim, record]) => leftBehind(parent, claim, record))

const overdue = ({ parent }: RestoreRequest, now: Instant): boolean => {
  const since = parseInstant(parent.metadata.deletionTimestamp ?? '')
  return since._tag === 'Some' && now - since.value >= DEADLINE_SECONDS * 1000
}
