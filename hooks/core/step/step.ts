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
 * Two steps that do not need each other: their reads are asked for at once. What the first one ends is ended, and the
 * second is not asked.
 */
export const both = <A, B, End1, End2>(
  first: Step<A, End1>,
  second: Step<B, End2>,
): Step<readonly [A, B], End1 | End2> => {
  if (first._tag === 'End') return first
  if (first._tag === 'Ask') return second._tag === 'Ask' ? ask([...first.needs, ...second.needs]) : first
  return second._tag === 'Go' ? go([first.value, second.value]) : second
}

/** Any number of such steps, in the order in which they may end. */
export const together = <A, End>(steps: ReadonlyArray<Step<A, End>>): Step<ReadonlyArray<A>, End> =>
  steps.reduce<Step<ReadonlyArray<A>, End>>(
    (all, step) => chain(both(all, step), ([values, value]) => go([...values, value])),
    go([]),
  )
