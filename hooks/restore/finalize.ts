import * as E from 'fp-ts/Either'
import type { Restore } from '../../api/kinds/restore'
import type { Circumstances, Decision, HookFailure } from '../hook'
import type { Effect } from '../effect'
import { hasEnded, hasStarted } from './phase'
import { leftBehind } from './populator/left-behind'
import { restoreEvent } from './report/announce'
import { observedJobs, type RestoreRequest } from './request'
import { claimName } from './target/target'
import { isWriting } from './writers'

/** Nobody tells when a pod has ended. */
const LOOK_AGAIN_SECONDS = 2
const DROP_AGAIN_SECONDS = 15

/**
 * End of a Restore. Its Jobs go, and they and their pods are waited for: who sees the Restore gone has the claim for himself. Claims have
 * no owner and stay with all they hold, in every mode of deletion. While the garbage collector has its hand on the Restore it takes the
 * Jobs itself.
 */
export const finalize = (request: RestoreRequest, circumstances: Circumstances): E.Either<HookFailure, Decision> => {
  const jobs = observedJobs(request)
  const done = !isWriting(request, circumstances)
  return E.right({
    status: recorded(request),
    children: jobs.map((object) => ({ _tag: 'drop', object, reason: 'its Restore is being deleted' })),
    finalized: done,
    ...(done ? {} : { resyncAfterSeconds: jobs.length > 0 ? DROP_AGAIN_SECONDS : LOOK_AGAIN_SECONDS }),
    effects: done ? [...brokenOff(request), ...primesLeft(request)] : [],
  })
}

/** A Job that is seen here first has begun all the same: when it is gone, its pod still has to be waited for. */
const recorded = (request: RestoreRequest): NonNullable<Restore['status']> => {
  const { parent } = request
  const begins = claimName(parent) !== undefined && observedJobs(request).length > 0 && !hasEnded(parent)
  return begins ? { ...parent.status, phase: 'Restoring' } : { ...parent.status }
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
