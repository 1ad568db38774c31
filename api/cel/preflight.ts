import { Environment } from '@marcbachmann/cel-js'
import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { evaluateExpression, type Language } from './program'

/** `preflight.checks[].expr`. */
export const preflightLanguage: Language = {
  environment: new Environment()
    .registerVariable({
      name: 'repository',
      schema: {
        phase: 'string',
        ready: 'bool',
        backendReachable: 'bool',
        snapshotCountKnown: 'bool',
        snapshotCount: 'int',
        indexBlobCountKnown: 'bool',
        indexBlobCount: 'int',
        sizeBytesKnown: 'bool',
        sizeBytes: 'int',
        lastHealthyKnown: 'bool',
        lastHealthyAgeSeconds: 'int',
        lastReverifyKnown: 'bool',
        lastReverifyAgeSeconds: 'int',
      },
    })
    .registerVariable({ name: 'maintenance', schema: { hasRun: 'bool', lastSuccessAgeSeconds: 'int' } }),
  returns: 'bool',
}

/** Integers are bigints; unknown ones the largest 64-bit integer. */
export type PreflightVariables = {
  readonly repository: {
    readonly phase: string
    readonly ready: boolean
    readonly backendReachable: boolean
    readonly snapshotCountKnown: boolean
    readonly snapshotCount: bigint
    readonly indexBlobCountKnown: boolean
    readonly indexBlobCount: bigint
    readonly sizeBytesKnown: boolean
    readonly sizeBytes: bigint
    readonly lastHealthyKnown: boolean
    readonly lastHealthyAgeSeconds: bigint
    readonly lastReverifyKnown: boolean
    readonly lastReverifyAgeSeconds: bigint
  }
  readonly maintenance: { readonly hasRun: boolean; readonly lastSuccessAgeSeconds: bigint }
}

export const UNKNOWN_NUMBER = 2n ** 63n - 1n

export const evaluatePreflight = (expression: string, variables: PreflightVariables): E.Either<string, boolean> =>
  pipe(
    evaluateExpression(preflightLanguage, expression, variables),
    E.chain((value) => (typeof value === 'boolean' ? E.right(value) : E.left('did not return true or false'))),
  )
