const STEP_MS = 20

/** Waits until `look` gives something, at most `limitMs`. */
export const eventually = async <A>(what: string, look: () => A | undefined | false, limitMs = 15_000): Promise<A> => {
  const end = Date.now() + limitMs
  for (;;) {
    const found = look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
}
