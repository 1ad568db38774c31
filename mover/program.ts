import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import { ExitCode, type Failure, type Result } from '../api/mover/outcome'
import type { Capabilities, Reporter } from './capabilities'
import { closeSession, openSession } from './open-session'
import { perform } from './operation/perform'
import { exitCodeOf, outcomeOf } from './plan/outcome'
import type { Session } from './session'
import { type Environment, readWorkOrder, reportDestination } from './work-order'

const silent: Reporter = {
  outcome: async () => undefined,
  progress: async () => undefined,
  earlier: async () => undefined,
}

const close = (session: Session) => async () => {
  await session.progress.settled()
  await closeSession(session)
  return E.right(undefined)
}

/** Reads the work order, prepares the private folders, does the work, cleans up. */
const work = (
  capabilities: Capabilities,
  reporter: Reporter,
  environment: Environment,
): TE.TaskEither<Failure, Result> =>
  pipe(
    TE.fromEither(readWorkOrder(environment)),
    TE.chain((order) => TE.bracket(openSession(capabilities, reporter)(order), perform, close)),
  )

/** One run from environment to exit code. The outcome is reported before the exit code is known to anybody. */
export const program =
  (capabilities: Capabilities) =>
  async (environment: Environment): Promise<number> => {
    const { clock, log } = capabilities
    const destination = reportDestination(environment)
    const reporter = destination === undefined ? silent : capabilities.reporter(destination)
    const startTime = clock.now().toISOString()
    const ended = await work(capabilities, reporter, environment)()
    const outcome = outcomeOf(ended, startTime, clock.now().toISOString())
    try {
      await reporter.outcome(outcome)
    } catch (error) {
      log('error', 'the outcome could not be reported', { error: String(error), outcome })
      return E.isRight(ended) ? ExitCode.retry : exitCodeOf(ended)
    }
    log(E.isRight(ended) ? 'info' : 'error', outcome.logTail ?? '', { outcome })
    return exitCodeOf(ended)
  }
