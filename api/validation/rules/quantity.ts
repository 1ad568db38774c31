import * as O from 'fp-ts/Option'
import { quantityValue } from '../../grammar'
import type { Resources } from '../../kinds/shared/resources'
import { refuseIf, type Problems } from '../problem'

/** A positive Kubernetes quantity; an absent one passes. */
export const validQuantity = (quantity: string | number | undefined, field: string): Problems => {
  const value = quantity === undefined ? O.some(1) : quantityValue(quantity)
  return refuseIf(
    O.isNone(value) || value.value <= 0,
    field,
    `${JSON.stringify(quantity)} is no positive quantity: write one as 10Gi or 500m`,
  )
}

/** Requests may not pass their limits: the API server would refuse each Pod. */
export const validResources = ({ requests = {}, limits = {} }: Resources, path: string): Problems => [
  ...quantities(requests, `${path}.requests`),
  ...quantities(limits, `${path}.limits`),
  ...Object.entries(requests).flatMap(([name, request]) => {
    const limit = limits[name]
    const [asked, most] = [quantityValue(request), limit === undefined ? O.none : quantityValue(limit)]
    return refuseIf(
      O.isSome(asked) && O.isSome(most) && asked.value > most.value,
      `${path}.requests.${name}`,
      `${request} is more than its limit ${limit}`,
    )
  }),
]

const quantities = (values: { readonly [name: string]: string | number }, path: string): Problems =>
  Object.entries(values).flatMap(([name, value]) =>
    refuseIf(
      O.isNone(quantityValue(value)),
      `${path}.${name}`,
      `${JSON.stringify(value)} is no quantity: write one as 10Gi or 500m`,
    ),
  )
