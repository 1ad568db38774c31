/**
 * The same function, which does not compute again what it was asked last: for what is derived from arguments that never
 * change and is asked for again and again. It gives what the function gives, sooner.
 */
export const lastCall = <Args extends ReadonlyArray<unknown>, B>(
  compute: (...args: Args) => B,
): ((...args: Args) => B) => lastCallBy(sameItems, compute)

/** The same for arguments that are told apart by `same`. */
export const lastCallBy = <Args extends ReadonlyArray<unknown>, B>(
  same: (a: Args, b: Args) => boolean,
  compute: (...args: Args) => B,
): ((...args: Args) => B) => {
  let last: { readonly args: Args; readonly value: B } | undefined
  return (...args) => {
    if (last === undefined || !same(args, last.args)) last = { args, value: compute(...args) }
    return last.value
  }
}

const sameItems = (a: ReadonlyArray<unknown>, b: ReadonlyArray<unknown>): boolean => {
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return true
}
