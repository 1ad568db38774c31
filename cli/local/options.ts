import * as E from 'fp-ts/Either'
import { parseArgs, type ParseArgsConfig } from 'node:util'

type Spec = NonNullable<ParseArgsConfig['options']>

/** Options that every command on a state folder takes. */
export const SHARED = {
  state: { type: 'string' },
  namespace: { type: 'string', short: 'n' },
} as const satisfies Spec

export interface Parsed {
  readonly text: (name: string) => string | undefined
  readonly texts: (name: string) => ReadonlyArray<string>
  readonly flag: (name: string) => boolean
  readonly names: ReadonlyArray<string>
}

/** Reads arguments; `--flag=false` is understood as kubectl does. */
export const parseOptions = (args: ReadonlyArray<string>, options: Spec): E.Either<string, Parsed> => {
  try {
    const { values, positionals } = parseArgs({
      args: args.filter((arg) => !isNegated(arg)),
      options,
      allowPositionals: true,
      strict: true,
    })
    const flags = new Map<string, boolean>(args.filter(isNegated).map((arg) => [arg.slice(2, -'=false'.length), false]))
    return E.right({
      names: positionals,
      text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
      texts: (name) => {
        const value = values[name]
        return Array.isArray(value) ? value.map(String) : []
      },
      flag: (name) => flags.get(name) ?? values[name] === true,
    })
  } catch (error) {
    return E.left(error instanceof Error ? error.message : String(error))
  }
}

const isNegated = (arg: string): boolean => /^--[a-z-]+=false$/.test(arg)
