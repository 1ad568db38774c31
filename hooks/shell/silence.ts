import { kinds } from '../../api/kinds'
import { API_VERSION } from '../../api/names/group'
import type { Instant } from '../core/time/instant'
import type { Controller } from '../hook'

/** Metacontroller calls for every object at least every 30 minutes; after 45 without a call something is wrong. */
export const SILENCE_MS = 45 * 60_000

export interface Caller {
  readonly controller: string
  readonly apiVersion: string
  readonly kind: string
}

/** Remembers when each controller was last called for each kind. */
export interface CallMemory {
  readonly heard: (caller: Caller, now: Instant) => void
  /** Those not heard of for `SILENCE_MS`. */
  readonly overdue: (now: Instant) => ReadonlyArray<Caller>
  readonly all: () => ReadonlyArray<Caller>
}

/** `expected` are callers that should be heard of from the start. */
export const callMemory = (expected: ReadonlyArray<Caller>, start: Instant): CallMemory => {
  const memory = new Map(expected.map((caller) => [key(caller), { caller, last: start }]))
  return {
    heard: (caller, now) => void memory.set(key(caller), { caller, last: now }),
    overdue: (now) => [...memory.values()].flatMap(({ caller, last }) => (now - last > SILENCE_MS ? [caller] : [])),
    all: () => [...memory.values()].map(({ caller }) => caller),
  }
}

const key = ({ controller, kind }: Caller): string => `${controller} ${kind}`

/** Composites carry the name of their parent kind, so it is known whom to expect before the first call. */
export const expectedCallers = (controllers: ReadonlyArray<Controller>): ReadonlyArray<Caller> =>
  Object.keys(kinds)
    .filter((kind) => controllers.some(({ name, type }) => type === 'composite' && name === kebab(kind)))
    .map((kind) => ({ controller: kebab(kind), apiVersion: API_VERSION, kind }))

const kebab = (kind: string): string => kind.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
