import * as O from 'fp-ts/Option'

const GRAMMAR = /^([+-]?)(\d+\.?\d*|\.\d+)(?:([eE])([+-]?\d+)|(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei))?$/
const SUFFIX: { readonly [suffix: string]: number } = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

/** A Kubernetes quantity as a number: `10Gi`, `500m`, `1e3`. */
export const quantityValue = (quantity: string | number): O.Option<number> => {
  const [, sign, digits, exponential, exponent, suffix] = GRAMMAR.exec(String(quantity)) ?? []
  if (digits === undefined) return O.none
  const scale = exponential === undefined ? (SUFFIX[suffix ?? ''] ?? 1) : 10 ** Number(exponent)
  return O.some((sign === '-' ? -1 : 1) * Number(digits) * scale)
}
