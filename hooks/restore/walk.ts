import * as E from 'fp-ts/Either'
import type { Need } from '../need'
import type { Hold } from './hold'
import type { Plan } from './plan'

/** One step of deciding: a fact to go on with, or the plan that ends the walk. */
export type Step<A> = E.Either<Plan, A>

export const ask = (...needs: ReadonlyArray<Need>): Step<never> => E.left({ _tag: 'Ask', needs })
export const wait = (hold: Hold): Step<never> => E.left({ _tag: 'Wait', hold })
export const stop = (plan: Plan): Step<never> => E.left(plan)

/** Two steps that do not build on each other: what both want to read is read in one round. */
export const both = <A, B>(a: Step<A>, b: Step<B>): Step<readonly [A, B]> => {
  if (E.isLeft(a))
    return a.left._tag === 'Ask' && E.isLeft(b) && b.left._tag === 'Ask' ? ask(...a.left.needs, ...b.left.needs) : a
  return E.isLeft(b) ? b : E.right([a.right, b.right])
}
