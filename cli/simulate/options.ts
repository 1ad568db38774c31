import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as O from 'fp-ts/Option'
import { parseArgs } from 'node:util'
import { durationSeconds } from '../../api/grammar'
import { parseInstant, type Instant } from '../../hooks/core/time/instant'

export interface SimulateOptions {
  readonly files: ReadonlyArray<string>
  readonly namespace?: string
  readonly from: Instant
  readonly until: Instant
  readonly durationMs: number
  readonly failing: ReadonlySet<Instant>
  readonly output: 'text' | 'json'
}

/** The options, or what is wrong with them. */
export const readOptions = (args: ReadonlyArray<string>): E.Either<string, SimulateOptions> =>
  pipe(
    parse(args),
    E.chain(({ values, positionals }) =>
      pipe(
        E.Do,
        E.apS('files', files([...(values.filename ?? []), ...positionals])),
        E.apS('from', time('--from', values.from)),
        E.apS('until', time('--until', values.until)),
        E.apS('durationMs', duration(values.duration ?? '60s')),
        E.apS('failing', slots(values.fail ?? [])),
        E.apS('output', output(values.output)),
        E.map((options) => ({
          ...options,
          ...(values.namespace === undefined ? {} : { namespace: values.namespace }),
        })),
      ),
    ),
    E.filterOrElse(
      ({ from, until }) => until > from,
      () => '--until must be later than --from.',
    ),
  )

const parse = (args: ReadonlyArray<string>) =>
  E.tryCatch(
    () =>
      parseArgs({
        args: [...args],
        allowPositionals: true,
        options: {
          filename: { type: 'string', short: 'f', multiple: true },
          namespace: { type: 'string', short: 'n' },
          from: { type: 'string' },
          until: { type: 'string' },
          duration: { type: 'string' },
          fail: { type: 'string', multiple: true },
          output: { type: 'string', short: 'o' },
        },
      }),
    (error) => (error instanceof Error ? error.message : String(error)),
  )

const files = (paths: ReadonlyArray<string>): E.Either<string, ReadonlyArray<string>> =>
  paths.length === 0 ? E.left('Name manifests with -f FILE, -f DIR or -f -.') : E.right(paths)

const time = (option: string, text: string | undefined): E.Either<string, Instant> => {
  if (text === undefined) return E.left(`${option} is missing; write for example ${option} 2026-01-01T00:00:00Z.`)
  const instant = parseInstant(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)
  return O.isSome(instant)
    ? E.right(instant.value)
    : E.left(`${option} ${text} is no time; write for example 2026-01-01T00:00:00Z.`)
}

const duration = (text: string): E.Either<string, number> => {
  const seconds = durationSeconds(text)
  return O.isSome(seconds)
    ? E.right(seconds.value * 1000)
    : E.left(`--duration ${text} is no duration; write for example 90s, 10m or 2h.`)
}

const slots = (lists: ReadonlyArray<string>): E.Either<string, ReadonlySet<Instant>> =>
  pipe(
    lists.flatMap((list) => list.split(',').filter((slot) => slot !== '')),
    E.traverseArray((slot) => time('--fail', slot)),
    E.map((found) => new Set(found)),
  )

const output = (text: string | undefined): E.Either<string, 'text' | 'json'> =>
  text === undefined || text === 'text'
    ? E.right('text')
    : text === 'json'
      ? E.right('json')
      : E.left(`-o ${text} is not known; use -o json.`)
