import * as O from 'fp-ts/Option'
import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { Failure, Result } from '../../api/mover/outcome'
import type { MaintenanceOperation } from '../../api/mover/work-spec'
import { failure } from '../classify/failure'
import { connectTo } from '../kopia/connection'
import {
  type MaintenanceInfo,
  maintenanceInfo,
  maintenanceInfoJson,
  maintenanceRun,
  maintenanceSetOwner,
} from '../kopia/maintenance'
import { readJson } from '../kopia/read-json'
import { must } from '../kopia/run'
import { claimOf, clientOf } from '../plan/maintenance-claim'
import { newRuns, reclaimedBytes } from '../plan/reclaimed-bytes'
import type { Session } from '../session'
import { indexBlobCount } from './index-blobs'

type Step<A> = TE.TaskEither<Failure, A>

const info = (session: Session): Step<MaintenanceInfo> => readJson(session)(maintenanceInfo(), maintenanceInfoJson)

const yielded = (holder: string): Result => ({ maintenance: { yielded: { holder } } })

const NOTHING_RAN = failure('Unknown', { op: 'maintenance run', stderrTail: 'kopia recorded no maintenance' })

/** A figure that is nice to have: its failure does not spoil the run. */
const optionally = <A>(step: Step<A>): Step<A | undefined> =>
  pipe(
    step,
    TE.orElseW(() => TE.right<Failure, A | undefined>(undefined)),
  )

const ranResult = (owner: string, before: MaintenanceInfo, after: MaintenanceInfo, indexes?: number): Result => {
  const bytes = reclaimedBytes(before, after)
  return {
    maintenance: {
      ran: {
        owner,
        ...(bytes === undefined ? {} : { contentReclaimedBytes: bytes }),
        ...(indexes === undefined ? {} : { indexBlobCount: indexes }),
      },
    },
  }
}

type Seen = { readonly after: MaintenanceInfo; readonly indexes: number | undefined }

const lookAfterwards = (session: Session): Step<Seen> =>
  pipe(TE.Do, TE.apS('after', info(session)), TE.apS('indexes', optionally(indexBlobCount(session))))

const perform = (session: Session, operation: MaintenanceOperation, before: MaintenanceInfo): Step<Result> =>
  pipe(
    must(session)(maintenanceRun(operation.mode)),
    TE.chain(() => lookAfterwards(session)),
    TE.filterOrElse(
      // kopia exits with 0 without doing anything when it finds its lock taken.
      ({ after }) => newRuns(before, after).length > 0,
      () => NOTHING_RAN,
    ),
    TE.map(({ after, indexes }) => ranResult(operation.owner, before, after, indexes)),
  )

/** Sets the owner and reads it again: two clients may claim at the same moment, and the last write wins. */
const claim = (session: Session, operation: MaintenanceOperation): Step<MaintenanceInfo> =>
  pipe(
    must(session)(maintenanceSetOwner(operation.owner)),
    TE.chain(() => info(session)),
  )

const decide = (session: Session, operation: MaintenanceOperation, recorded: MaintenanceInfo): Step<Result> => {
  const decision = claimOf(recorded.owner, operation)
  switch (decision._tag) {
    case 'Ours':
      return perform(session, operation, recorded)
    case 'Yield':
      return TE.right(yielded(decision.holder))
    case 'Take':
      return pipe(
        claim(session, operation),
        TE.chain((claimed) =>
          claimed.owner === operation.owner ? perform(session, operation, claimed) : TE.right(yielded(claimed.owner)),
        ),
      )
  }
}

/** Runs quick or full maintenance, if the repository's maintenance is ours or may be taken. */
export const maintenance = (session: Session, operation: MaintenanceOperation): Step<Result> =>
  pipe(
    TE.fromOption(() => failure('BadWorkSpec', { stderrTail: `${operation.owner} is not user@host` }))(
      O.fromNullable(clientOf(operation.owner)),
    ),
    TE.chain((client) => connectTo(session, { ...session.spec.repository, client, readOnly: false })),
    TE.chain(() => info(session)),
    TE.chain((recorded) => decide(session, operation, recorded)),
  )
