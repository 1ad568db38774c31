/** What a test runner needs beyond the limit of a story to keep its evidence and to take its stage down, in ms. */
export const AFTERWARDS_MS = 120_000

/** Fails at the limit, while the runner still waits: the evidence can be kept. */
export const within = async <A>(seconds: number, run: () => Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${seconds} s`)), seconds * 1000)
  })
  try {
    return await Promise.race([run(), limit])
  } finally {
    clearTimeout(timer)
  }
}

/** Says how long each story took, at once: a runner tells it only when the last has ended. */
export const toldWhen = async <A>(name: string, run: () => Promise<A>): Promise<A> => {
  const since = Date.now()
  const tell = (end: string): void =>
    void process.stderr.write(`${end} in ${((Date.now() - since) / 1000).toFixed(1)} s: ${name}\n`)
  try {
    const result = await run()
    tell('passed')
    return result
  } catch (error) {
    tell('FAILED')
    throw error
  }
}
