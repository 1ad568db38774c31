/** What a command that must fail says; a command that succeeds is an Error. */
export const refused = async (run: Promise<unknown>): Promise<string> => {
  const message = await run.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  if (message === undefined) throw new Error('it was allowed')
  return message
}
