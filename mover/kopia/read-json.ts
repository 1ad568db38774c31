import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type * as t from 'io-ts'
import type { Failure } from '../../api/mover/outcome'
import { failure } from '../classify/failure'
import type { Session } from '../session'
import type { Command } from './command'
import { must } from './run'

const foreign = (command: Command): Failure =>
  failure('Usage', { op: command.verb, stderrTail: `${command.verb} printed JSON of an unknown shape` })

const parse = (text: string): E.Either<unknown, unknown> => E.tryCatch(() => JSON.parse(text) as unknown, String)

/** Runs a command and decodes the one JSON document it prints. */
export const readJson =
  (session: Session) =>
  <A>(command: Command, codec: t.Type<A, unknown>): TE.TaskEither<Failure, A> =>
    pipe(
      must(session)(command),
      TE.chainEitherK(({ output }) =>
        pipe(
          parse(output),
          E.chainW(codec.decode),
          E.mapLeft(() => foreign(command)),
        ),
      ),
    )

/** Runs a command that prints one element a line and folds them, so that memory does not grow with the list. */
export const foldElements =
  (session: Session) =>
  <A, B>(
    command: Command,
    element: { readonly codec: t.Type<A, unknown>; readonly of: (line: string) => string | undefined },
    fold: { readonly start: B; readonly step: (state: B, next: A) => B },
  ): TE.TaskEither<Failure, B> => {
    let state = fold.start
    let unknown = false
    const read = (line: string) => {
      const text = element.of(line)
      if (text === undefined || unknown) return
      const decoded = pipe(parse(text), E.chainW(element.codec.decode))
      if (E.isRight(decoded)) state = fold.step(state, decoded.right)
      else unknown = true
    }
    return pipe(
      must(session)(command, { output: read }),
      TE.filterOrElse(
        () => !unknown,
        () => foreign(command),
      ),
      TE.map(() => state),
    )
  }
