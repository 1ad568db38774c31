import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again until `look` gives something; says what was waited for when the limit is reached. */
export const waitFor = async <A>(
  what: string,
  look: () => Promise<A | undefined>,
  { limitSeconds = 60, everyMs = 100 }: { readonly limitSeconds?: number; readonly everyMs?: number } = {},
): Promise<A> => {
  const until = Date.now() + limitSeconds * 1000
  let last: unknown
  while (Date.now() < until) {
    try {
      const found = await look()
      if (found !== undefined) return found
    } catch (error) {
      last = error
    }
    await sleep(everyMs)
  }
  const detail = last instanceof Error ? `; last error: ${last.message}` : ''
  throw new Error(`${what}: not seen within ${limitSeconds} s${detail}`)
}
