interface Mapped<D, B> {
  readonly detail: D
  readonly value: B
}

/**
 * Maps a list whose items are mostly those of the call before: an item that is the same object, with the same detail, in
 * the same context, is not computed again. It gives what mapping gives, sooner.
 */
export const mapAgain = <A extends object, D, C, B>(
  compute: (item: A, detail: D, context: C) => B,
): ((items: ReadonlyArray<A>, detailOf: (item: A) => D, context: C) => ReadonlyArray<B>) => {
  let last: { readonly context: C; readonly mapped: ReadonlyMap<A, Mapped<D, B>> } | undefined
  return (items, detailOf, context) => {
    const known = last !== undefined && last.context === context ? last.mapped : undefined
    const mapped = new Map<A, Mapped<D, B>>()
    const values = items.map((item) => {
      const detail = detailOf(item)
      const found = known?.get(item)
      const value =
        found !== undefined && found.detail === detail ? found : { detail, value: compute(item, detail, context) }
      mapped.set(item, value)
      return value.value
    })
    last = { context, mapped }
    return values
  }
}
