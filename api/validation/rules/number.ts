import { refuseIf, type Problems } from '../problem'

/** Refuses numbers under a least value; an absent one passes. */
export const atLeast = (value: number | undefined, least: number, field: string, why = ''): Problems =>
  refuseIf(
    value !== undefined && value < least,
    field,
    `must be at least ${least}, not ${value}${why === '' ? '' : `: ${why}`}`,
  )

/** Checks several optional numbers of one object against the same least value. */
export const allAtLeast = (
  values: { readonly [name: string]: number | undefined },
  least: number,
  path: string,
): Problems => Object.entries(values).flatMap(([name, value]) => atLeast(value, least, `${path}.${name}`))
