/** What leaves the service for one call. The body is JSON data, not yet printed. */
export interface Reply {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: unknown
}

export const ok = (body: unknown): Reply => ({ status: 200, headers: {}, body })

/** The text goes into Metacontroller's log and an Event on the parent: no input, no secret. */
export const refuse = (status: number, why: string): Reply => ({ status, headers: {}, body: { error: why } })

/** Metacontroller honours only whole seconds of at least 1; anything else is an immediate repetition. */
export const tryLater = (seconds: number): Reply => ({
  status: 429,
  headers: { 'retry-after': String(Math.max(1, Math.ceil(Number.isFinite(seconds) ? seconds : 1))) },
  body: { error: 'try later' },
})
