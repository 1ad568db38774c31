import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { Failure, RepositoryFacts, Result } from '../../api/mover/outcome'
import type { BootstrapOperation } from '../../api/mover/work-spec'
import { failure } from '../classify/failure'
import { maintenanceInfo, maintenanceInfoJson, maintenanceSetOwner } from '../kopia/maintenance'
import { definedPolicies, GLOBAL, globalPolicy, policyExport, policyImport } from '../kopia/policy'
import { readJson } from '../kopia/read-json'
import { foldSnapshots } from '../kopia/read-snapshots'
import { type RepositoryStatus, repositoryStatus, repositoryStatusJson } from '../kopia/repository-status'
import { must } from '../kopia/run'
import { setParameters } from '../kopia/set-parameters'
import { countOne, emptyCount, totalSize } from './catalogue-count'
import { ownerToStamp } from '../plan/owner-stamp'
import { parameterDrift } from '../plan/parameter-drift'
import { repositoryFacts } from '../plan/repository-facts'
import type { Session } from '../session'
import { connectOrCreate } from './connect-or-create'
import { indexBlobCount } from './index-blobs'

type Step<A> = TE.TaskEither<Failure, A>

const status = (session: Session): Step<RepositoryStatus> => readJson(session)(repositoryStatus(), repositoryStatusJson)

const expected = (session: Session, found: RepositoryStatus): Step<RepositoryStatus> => {
  const wanted = session.spec.repository.expectedUniqueId
  return wanted === undefined || wanted === found.uniqueIDHex
    ? TE.right(found)
    : TE.left(
        failure('WrongRepository', {
          op: 'repository status',
          stderrTail: `expected ${wanted}, found ${found.uniqueIDHex}`,
        }),
      )
}

const owner = (session: Session): Step<string> =>
  pipe(
    readJson(session)(maintenanceInfo(), maintenanceInfoJson),
    TE.map((info) => info.owner),
  )

/** A creation that broke off leaves a repository without owner and global policy; both are written again. */
const repairPolicy = (session: Session, recordedOwner: string): Step<unknown> =>
  recordedOwner !== '' || session.spec.repository.readOnly
    ? TE.right(undefined)
    : pipe(
        readJson(session)(policyExport(), definedPolicies),
        TE.chain((defined) =>
          defined[GLOBAL] === undefined
            ? TE.map((result): unknown => result)(must(session)(policyImport(GLOBAL, globalPolicy)))
            : TE.right(undefined),
        ),
      )

const stampOwner = (
  session: Session,
  operation: BootstrapOperation,
  recorded: string,
  created: boolean,
): Step<string> => {
  const stamp = session.spec.repository.readOnly ? undefined : ownerToStamp(recorded, created, operation)
  return stamp === undefined
    ? TE.right(recorded)
    : pipe(
        must(session)(maintenanceSetOwner(stamp)),
        TE.map(() => stamp),
      )
}

type Applied = { readonly status: RepositoryStatus; readonly notApplied?: string }

/** Parameters are a wish: a repository that refuses them is usable all the same. */
const applyParameters = (session: Session, operation: BootstrapOperation, found: RepositoryStatus): Step<Applied> => {
  const drift = session.spec.repository.readOnly ? undefined : parameterDrift(operation, found)
  if (drift === undefined) return TE.right({ status: found })
  return pipe(
    must(session)(setParameters(drift)),
    TE.matchE(
      (failed) => TE.right<Failure, Applied>({ status: found, notApplied: failed.stderrTail ?? failed.message }),
      () =>
        pipe(
          status(session),
          TE.map((after): Applied => ({ status: after })),
        ),
    ),
  )
}

type Scan = Pick<RepositoryFacts, 'snapshotCount' | 'totalSizeBytes' | 'indexBlobCount'>

const scan = (session: Session, operation: BootstrapOperation): Step<Scan> =>
  !operation.scan
    ? TE.right({})
    : pipe(
        TE.Do,
        TE.apS('catalogue', foldSnapshots(session)(emptyCount(), countOne)),
        TE.apS('indexBlobCount', indexBlobCount(session)),
        TE.map(({ catalogue, indexBlobCount: indexes }) => ({
          snapshotCount: catalogue.count,
          totalSizeBytes: totalSize(catalogue),
          indexBlobCount: indexes,
        })),
      )

/** Connects to the repository, creating it where that is allowed, puts it in order, and tells what is in it. */
export const bootstrap = (session: Session, operation: BootstrapOperation): Step<Result> =>
  pipe(
    connectOrCreate(session, operation),
    TE.bindTo('reached'),
    TE.chain(({ reached }) =>
      pipe(
        TE.Do,
        TE.apS(
          'found',
          pipe(
            status(session),
            TE.chain((found) => expected(session, found)),
          ),
        ),
        TE.apS('recorded', owner(session)),
        TE.chainFirst(({ recorded }) => repairPolicy(session, recorded)),
        TE.bind('owner', ({ recorded }) => stampOwner(session, operation, recorded, reached.created)),
        TE.bind('applied', ({ found }) => applyParameters(session, operation, found)),
        TE.bind('scanned', () => scan(session, operation)),
        TE.map(({ owner: stamped, applied, scanned }) => ({
          bootstrap: {
            ...repositoryFacts(applied.status, stamped, reached.created),
            ...scanned,
            ...(applied.notApplied === undefined ? {} : { parametersNotApplied: applied.notApplied }),
          },
        })),
      ),
    ),
  )
