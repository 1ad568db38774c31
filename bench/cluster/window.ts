import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../test/cluster/world'
import { isWrite, requestsSince, tally, type AuditedRequest } from './audit'
import { callsBetween, hookCalls } from './hook-calls'

/** Nobody asks for this long: it is quiet. */
const QUIET_MS = 8_000
const LIMIT_MS = 300_000

export interface Ground {
  readonly world: World
  readonly auditLog: string
  /** Tell every request in order. */
  readonly sequence: boolean
}

/** What a piece of work cost. */
export interface Cost {
  readonly work: ReadonlyArray<AuditedRequest>
  readonly housekeeping: ReadonlyArray<AuditedRequest>
  readonly calls: ReadonlyArray<readonly [string, number]>
  /** From its beginning to the last request before the quiet. */
  readonly quietAfterMs: number
}

/** Until the product has sent no request for a while. */
export const untilQuiet = async (auditLog: string, since: number): Promise<void> => {
  const until = Date.now() + LIMIT_MS
  while (Date.now() < until) {
    const last = requestsSince(auditLog, since).work.at(-1)?.at ?? since
    const left = last + QUIET_MS - Date.now()
    if (left <= 0) return
    await sleep(Math.max(200, left))
  }
  throw new Error(`the product did not come to rest within ${LIMIT_MS / 1000} s`)
}

/** Does it, waits until it is quiet, and counts. */
export const costOf = async <A>(
  { world, auditLog }: Ground,
  work: () => Promise<A>,
): Promise<{ readonly cost: Cost; readonly result: A }> => {
  const before = await hookCalls(world)
  const since = Date.now()
  const result = await work()
  await untilQuiet(auditLog, since)
  const counted = requestsSince(auditLog, since)
  const calls = callsBetween(before, await hookCalls(world))
  return { result, cost: { ...counted, calls, quietAfterMs: (counted.work.at(-1)?.at ?? since) - since } }
}

export const sum = (counts: ReadonlyArray<readonly [string, number]>): number =>
  counts.reduce((total, [, count]) => total + count, 0)

/** In words, for a person who wants to make it cheaper. */
export const told = (what: string, { work, housekeeping, calls }: Cost): string =>
  [
    `${what}: ${work.length} requests, ${work.filter(isWrite).length} of them writes; ${sum(calls)} hook calls; ${housekeeping.length} of housekeeping`,
    ...tally(work).map(([key, count]) => `  ${count} ${key}`),
    ...calls.map(([key, count]) => `  ${count} calls of ${key}`),
  ].join('\n')

/** Every request in order, with the ms since the first. */
export const inOrder = ({ work }: Pick<Cost, 'work'>): string => {
  const sorted = work.toSorted((a, b) => a.at - b.at)
  const first = sorted[0]?.at ?? 0
  return sorted
    .map(({ at, client, verb, resource, name, code }) =>
      [`${at - first}`.padStart(7), client.padEnd(14), verb.padEnd(6), code, `${resource} ${name}`].join(' '),
    )
    .join('\n')
}
