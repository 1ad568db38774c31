import type * as TE from 'fp-ts/TaskEither'
import type { Failure, Progress } from '../../api/mover/outcome'
import type { ProcessEnd } from '../capabilities'
import type { Session } from '../session'
import { argv, type Command } from './command'
import { errorLines } from './error-lines'
import { callFailure } from '../classify/call-failure'

export type CallResult = {
  readonly end: ProcessEnd
  readonly output: string
  /** Standard error without progress, secrets struck out. */
  readonly errors: ReadonlyArray<string>
  /** The mover had been asked to stop when the call ended. */
  readonly cancelled: boolean
}

export type Listen = {
  readonly output?: (line: string) => void
  readonly progress?: (line: string) => Omit<Progress, 'at'> | undefined
}

const DATA_SECONDS = 48 * 3600
const CONTROL_SECONDS = 600

const deadlineMs = ({ spec }: Session, command: Command): number =>
  (spec.callTimeoutSeconds ?? (command.kind === 'control' ? CONTROL_SECONDS : DATA_SECONDS)) * 1000

const listener = (session: Session, listen: Listen, keep: (line: string) => void) => {
  const { progress, capabilities, strikeOut } = session
  return (line: string) => {
    const measures = listen.progress?.(line)
    if (measures !== undefined) return progress.offer(measures)
    const struck = strikeOut(line)
    keep(struck)
    if (struck.trim() !== '') capabilities.log('info', struck.trim(), { from: 'kopia' })
  }
}

/** Runs one command and says how it ended, whatever the end; nothing is started once the mover was asked to stop. */
export const run =
  (session: Session) =>
  async (command: Command, listen: Listen = {}): Promise<CallResult> => {
    const { capabilities, strikeOut } = session
    if (capabilities.cancelled()) {
      return {
        end: { _tag: 'NotStarted', reason: 'the mover was asked to stop' },
        output: '',
        errors: [],
        cancelled: true,
      }
    }
    const args = argv(command)
    const errors = errorLines()
    const startedAt = capabilities.clock.now().getTime()
    capabilities.log('debug', `kopia ${strikeOut(args.join(' '))}`)
    const result = await capabilities.spawn({
      file: session.kopia,
      args,
      env: { ...session.environment, ...command.env },
      deadlineMs: deadlineMs(session, command),
      onErrorLine: listener(session, listen, errors.add),
      ...(command.stdin === undefined ? {} : { stdin: command.stdin }),
      ...(listen.output === undefined ? {} : { onOutputLine: listen.output }),
    })
    const ms = capabilities.clock.now().getTime() - startedAt
    capabilities.log('info', `kopia ${command.verb}`, { end: result.end, ms })
    return { ...result, errors: errors.all(), cancelled: capabilities.cancelled() }
  }

/** Runs a command that has to exit with 0. */
export const must =
  (session: Session) =>
  (command: Command, listen: Listen = {}): TE.TaskEither<Failure, CallResult> =>
  async () => {
    const result = await run(session)(command, listen)
    const failed = callFailure(command, result)
    return failed === undefined ? { _tag: 'Right', right: result } : { _tag: 'Left', left: failed }
  }
