import type { Need } from '../../need'

/**
 * One step of a decision that reads as it goes: it asks for reads, ends the decision, or goes on with a value. Asked for
 * its needs a hook gives those of the `Ask`; asked to decide it has none left.
 */
export type Step<A, End> =
  | { readonly _tag: 'Ask'; readonly needs: ReadonlyArray<Need> }
  | { readonly _tag: 'End'; readonly end: End }
  | { readonly _tag: 'Go'; readonly value: A }

export const ask = (needs: ReadonlyArray<Need>): Step<never, never> => ({ _tag: 'Ask', needs })
export const end = <End>(value: End): Step<never, End> => ({ _tag: 'End', end: value })
export const go = <A>(value: A): Step<A, never> => ({ _tag: 'Go', value })

/** The next step, which wants the value of this one. */
export const chain = <A, B, End, End2>(step: Step<A, End>, next: (value: A) => Step<B, End2>): Step<B, End | End2> =>
  step._tag === 'Go' ? next(step.value) : step

/**
 * Steps that do not need each other: whatever any of them asks is asked at once, so that reads go together; then the
 * first that ends, ends all.
 */
export const together = <A, End>(steps: ReadonlyArray<Step<A, End>>): Step<ReadonlyArray<A>, End> => {
  const needs = steps.flatMap((step) => (step._tag === 'Ask' ? step.needs : []))
  const firstEnd = steps.find((step) => step._tag === 'End')
  return needs.length > 0
    ? ask(needs)
    : firstEnd?._tag === 'End'
      ? firstEnd
      : go(steps.flatMap((step) => (step._tag === 'Go' ? [step.value] : [])))
}
