import type { Problem } from '../schema'

export type { Problem } from '../schema'
export type Problems = ReadonlyArray<Problem>

export const refuse = (field: string, message: string): Problems => [{ field, message }]

export const refuseIf = (bad: boolean, field: string, message: string): Problems => (bad ? [{ field, message }] : [])

/** Checks a value where there is one. */
export const given = <A>(value: A | undefined, check: (value: A) => Problems): Problems =>
  value === undefined ? [] : check(value)

/** Checks each item at `path[i]`. */
export const each = <A>(
  items: ReadonlyArray<A> | undefined,
  path: string,
  check: (item: A, path: string) => Problems,
): Problems => (items ?? []).flatMap((item, index) => check(item, `${path}[${index}]`))

export const isBlank = (text: string): boolean => text.trim() === ''
