interface Remembered<Args, B> {
  readonly args: Args
  readonly value: B
}

/**
 * The same function, not computed again for an object while its further arguments are the same: for what is derived from
 * objects that never change and is asked for again and again. What it gives is that of the function, sooner.
 */
export const lastPerObject = <A extends object, Args extends ReadonlyArray<unknown>, B>(
  compute: (object: A, ...args: Args) => B,
): ((object: A, ...args: Args) => B) => {
  const known = new WeakMap<A, Remembered<Args, B>>()
  return (object, ...args) => {
    const found = known.get(object)
    if (found !== undefined && args.every((arg, index) => arg === found.args[index])) return found.value
    const value = compute(object, ...args)
    known.set(object, { args, value })
    return value
  }
}
