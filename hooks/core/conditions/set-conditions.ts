import { formatInstant, type Instant } from '../time/instant'
import type { Condition, ConditionUpdate } from './condition'

const HEAD = ['Ready', 'Reconciling', 'Stalled']

/**
 * Lays updates over the conditions of a status. `lastTransitionTime` moves only with `status`; an update that says
 * nothing new gives back the very same condition. Of two updates of one type the later wins. The order depends on the
 * types alone: the ready triple first, the others by name.
 */
export const setConditions = (
  previous: ReadonlyArray<Condition> | undefined,
  updates: ReadonlyArray<ConditionUpdate>,
  now: Instant,
  generation: number | undefined,
): ReadonlyArray<Condition> => {
  const before = new Map((previous ?? []).map((condition) => [condition.type, condition]))
  const after = updates.map((update) => advance(before.get(update.type), update, now, generation))
  return [...new Map([...before, ...after.map((condition) => [condition.type, condition] as const)]).values()].sort(
    byTriplePlaceThenName,
  )
}

const advance = (
  before: Condition | undefined,
  { type, status, reason, message }: ConditionUpdate,
  now: Instant,
  generation: number | undefined,
): Condition =>
  before !== undefined && saysTheSame(before, { type, status, reason, message }, generation)
    ? before
    : {
        type,
        status,
        reason,
        message,
        lastTransitionTime: before?.status === status ? before.lastTransitionTime : formatInstant(now),
        ...(generation === undefined ? {} : { observedGeneration: generation }),
      }

const saysTheSame = (a: Condition, b: ConditionUpdate, generation: number | undefined): boolean =>
  a.status === b.status && a.reason === b.reason && a.message === b.message && a.observedGeneration === generation

const place = (type: string): number => (HEAD.includes(type) ? HEAD.indexOf(type) : HEAD.length)

const byTriplePlaceThenName = (a: Condition, b: Condition): number =>
  place(a.type) - place(b.type) || (a.type < b.type ? -1 : 1)
