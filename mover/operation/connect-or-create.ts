import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { Failure } from '../../api/mover/outcome'
import type { BootstrapOperation } from '../../api/mover/work-spec'
import { failure } from '../classify/failure'
import { connectOnly, createRepository } from '../kopia/connection'
import type { Session } from '../session'

type Step<A> = TE.TaskEither<Failure, A>
export type Reached = { readonly created: boolean }

const connect = (session: Session): Step<Reached> =>
  pipe(
    connectOnly(session, session.spec.repository),
    TE.map(() => ({ created: false })),
  )

/** kopia refuses to create over any data, a repository or not. If it then cannot be connected to, it is none. */
const occupied = (session: Session): Step<Reached> =>
  pipe(
    connect(session),
    TE.mapLeft((failed) =>
      failed.kopiaErrorClass === 'NotInitialized'
        ? failure('HalfInitialized', { op: 'repository create', ...failed })
        : failed,
    ),
  )

const create = (session: Session, operation: BootstrapOperation): Step<Reached> =>
  pipe(
    createRepository(session, operation.create),
    TE.map(() => ({ created: true })),
    TE.orElse((failed) =>
      failed.kopiaErrorClass === 'AlreadyInitialized' ? occupied(session) : TE.left<Failure, Reached>(failed),
    ),
  )

// kopia ends with exactly this code when it says so; anything else that printed the same words is not its own word.
const SAID_SO = 1

const mayCreate = (session: Session, operation: BootstrapOperation, failed: Failure): boolean =>
  failed.kopiaErrorClass === 'NotInitialized' &&
  failed.exitCode === SAID_SO &&
  operation.createAllowed &&
  !session.spec.repository.readOnly

/**
 * Connects; creates only when that is allowed and kopia itself says that nothing is there. Any other failure, however
 * small, never leads to a new repository.
 */
export const connectOrCreate = (session: Session, operation: BootstrapOperation): Step<Reached> =>
  pipe(
    connect(session),
    TE.orElse((failed) =>
      mayCreate(session, operation, failed) ? create(session, operation) : TE.left<Failure, Reached>(failed),
    ),
  )
