import type { Clock } from '../clock/clock'
import type { HookSpec } from './controller-spec'
import { SyncFailure, TooManyRequests } from './failure'
import type { HookAnswer, HookCall, HookCaller } from './hook-caller'
import type { HookRecord } from './trace'
import type { Work } from './work'

export interface HookLine {
  readonly caller: HookCaller
  readonly clock: Clock
  /** Milliseconds from the request to the answer; half of it passes before the hook is asked. */
  readonly duration: (call: HookCall) => number
  readonly onCall: (record: HookRecord) => void
}

/** Posts a body to a hook and returns the body of its 200; everything else is a failure. */
export const callHook = async (line: HookLine, work: Work, hook: HookSpec, body: unknown): Promise<unknown> => {
  const { call } = hook
  const duration = line.duration(call)
  const whole = Math.min(duration, call.timeoutMs)
  const there = Math.floor(whole / 2)
  await work.sleep(there)
  const record = { at: line.clock.now(), path: hook.path, call, body }
  const answer = await ask(line, hook, body)
  line.onCall(answer instanceof Error ? { ...record, failure: answer.message } : { ...record, answer })
  await work.sleep(whole - there)
  if (answer instanceof Error) throw new SyncFailure(`http error: ${answer.message}`)
  if (duration > call.timeoutMs)
    throw new SyncFailure(`http error: Post "${call.url}": context deadline exceeded (Client.Timeout exceeded)`)
  return accepted(answer, line.clock.now())
}

const ask = async (line: HookLine, { path, call }: HookSpec, body: unknown): Promise<HookAnswer | Error> => {
  try {
    return await line.caller(path, body, call)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const accepted = ({ status, headers, body }: HookAnswer, now: number): unknown => {
  if (status === 429) throw new TooManyRequests(retryAfter(header(headers, 'retry-after'), now))
  if (status === 200) return body
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  throw new SyncFailure(`unsupported status code: ${status} body: ${text}`)
}

const header = (headers: HookAnswer['headers'], name: string): string =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? ''

/** Whole seconds, or the seconds until a date; anything else is 0, which means at once. */
const retryAfter = (text: string, now: number): number => {
  if (/^[+-]?\d+$/.test(text)) return Number(text)
  const date = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.ceil((date - now) / 1_000)
}
