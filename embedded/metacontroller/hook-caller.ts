/** One request to a hook. */
export interface HookCall {
  /** As the controller object has it; `path` is its path. */
  readonly url: string
  readonly timeoutMs: number
  readonly controller: string
  readonly hook: 'sync' | 'finalize' | 'customize'
}

/** `body` is the text of the answer, or, from a hook in the same process, the value that text would parse to. */
export interface HookAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string }
  readonly body: unknown
}

/** Calls a hook; rejects when there is no answer at all. `body` must not be changed. */
export type HookCaller = (path: string, body: unknown, call: HookCall) => Promise<HookAnswer>

/** Those of the real one, but for what `fetch` adds of its own. */
const HEADERS = {
  'content-type': 'application/json',
  'accept-encoding': 'gzip',
  'user-agent': 'Go-http-client/1.1',
} as const

/** Calls hooks over HTTP at their own URLs, or at `origin` if one is given. */
export const httpHooks =
  (origin?: string): HookCaller =>
  async (path, body, { url, timeoutMs }) => {
    const response = await fetch(origin === undefined ? url : new URL(path, origin), {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }
