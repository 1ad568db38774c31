import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { PathReporter } from 'io-ts/PathReporter'
import type { Failure } from '../api/mover/outcome'
import { MAX_WORK_SPEC_BYTES, MoverEnv, workSpec, type WorkSpec } from '../api/mover/work-spec'
import type { ReportDestination } from './capabilities'
import { failure } from './classify/failure'
import type { PathMap } from './path-map'

export type Environment = Readonly<Record<string, string | undefined>>

export type WorkOrder = {
  readonly spec: WorkSpec
  readonly kopia: string
  readonly pathMap: PathMap
  /** Names this Job in files that several Jobs may see. */
  readonly jobName: string
  readonly environment: Environment
}

const DEFAULT_BINARY = '/usr/local/bin/kopia'

const unreadable = (why: string): Failure => failure('BadWorkSpec', { stderrTail: why })

const parseJson = (text: string): E.Either<Failure, unknown> =>
  E.tryCatch(
    () => JSON.parse(text) as unknown,
    () => unreadable('the work order is not JSON'),
  )

const decodeSpec = (text: string | undefined): E.Either<Failure, WorkSpec> => {
  if (text === undefined || text === '') return E.left(unreadable(`${MoverEnv.workSpec} is not set`))
  if (Buffer.byteLength(text, 'utf8') > MAX_WORK_SPEC_BYTES)
    return E.left(unreadable(`${MoverEnv.workSpec} holds more than ${MAX_WORK_SPEC_BYTES} bytes`))
  return pipe(
    parseJson(text),
    E.chain((json) => {
      const decoded = workSpec.decode(json)
      return E.isRight(decoded) ? E.right(decoded.right) : E.left(unreadable(PathReporter.report(decoded).join('\n')))
    }),
  )
}

const isPathMap = (json: unknown): json is PathMap =>
  typeof json === 'object' && json !== null && Object.values(json).every((value) => typeof value === 'string')

const decodePathMap = (text: string | undefined): E.Either<Failure, PathMap> =>
  text === undefined || text === ''
    ? E.right({})
    : pipe(
        parseJson(text),
        E.filterOrElse(isPathMap, () => unreadable(`${MoverEnv.pathMap} is not an object of paths`)),
      )

/** Where this run tells what became of it; undefined when the environment names neither a Job nor a folder. */
export const reportDestination = (environment: Environment): ReportDestination | undefined => {
  const folder = environment[MoverEnv.reportDirectory]
  if (folder !== undefined && folder !== '') return { folder }
  const name = environment[MoverEnv.jobName]
  const namespace = environment[MoverEnv.jobNamespace]
  return name === undefined || namespace === undefined ? undefined : { job: { name, namespace } }
}

/** What the environment of this process orders. Fails with `BadWorkSpec` or `MissingPassword`. */
export const readWorkOrder = (environment: Environment): E.Either<Failure, WorkOrder> =>
  pipe(
    E.Do,
    E.bind('spec', () => decodeSpec(environment[MoverEnv.workSpec])),
    E.bind('pathMap', () => decodePathMap(environment[MoverEnv.pathMap])),
    E.filterOrElse(
      () => (environment[MoverEnv.password] ?? '').trim() !== '',
      () => failure('MissingPassword'),
    ),
    E.map(({ spec, pathMap }) => ({
      spec,
      pathMap,
      environment,
      kopia: environment[MoverEnv.kopiaBinary] ?? DEFAULT_BINARY,
      jobName: environment[MoverEnv.jobName] ?? spec.target.name,
    })),
  )
