import type { ScheduleMemory } from '../../../api/kinds/shared/schedule-memory'
import { present } from '../../core/json/present'
import { formatInstant, instantOf, type Instant } from '../../core/time/instant'
import type { Row } from '../row'

interface SlotOutcome {
  readonly slot: Instant
  readonly result: 'Succeeded' | 'Failed' | 'Open'
  readonly snapshot: string | undefined
}

/** Remembers the newest slot that succeeded, and how many have failed since; rows that went in between still count. */
export const withOutcomes = (memory: ScheduleMemory, rows: ReadonlyArray<Row>): ScheduleMemory => {
  const successAt = instantOf(memory.lastSuccessful?.at) ?? -1
  const minting = instantOf(memory.minting?.slot)
  const recent = rows.filter(({ slot, dying }) => slot !== undefined && slot > successAt && slot !== minting && !dying)
  return recent.length === 0 ? memory : withFailures(memory, outcomesOf(recent), successAt)
}

const withFailures = (
  memory: ScheduleMemory,
  outcomes: ReadonlyArray<SlotOutcome>,
  successAt: Instant,
): ScheduleMemory => {
  const succeeded = outcomes.findLast(({ result }) => result === 'Succeeded')
  const failedAt = instantOf(memory.lastFailed) ?? -1
  const since = succeeded?.slot ?? Math.max(successAt, failedAt)
  const failures = outcomes.filter(({ slot, result }) => result === 'Failed' && slot > since)
  const newest = failures.at(-1)?.slot
  return succeeded === undefined && failures.length === 0
    ? memory
    : {
        ...memory,
        ...present(succeeded, ({ slot, snapshot }) => ({
          lastSuccessful: { at: formatInstant(slot), ...present(snapshot, (name) => ({ snapshot: name })) },
        })),
        ...present(newest, (slot) => ({ lastFailed: formatInstant(Math.max(slot, failedAt)) })),
        consecutiveFailures: (succeeded === undefined ? (memory.consecutiveFailures ?? 0) : 0) + failures.length,
      }
}

/** One outcome a slot, oldest first: failed as soon as one of its Snapshots is, succeeded once all have. */
const outcomesOf = (rows: ReadonlyArray<Row>): ReadonlyArray<SlotOutcome> =>
  [...new Set(rows.flatMap(({ slot }) => (slot === undefined ? [] : [slot])))]
    .sort((a, b) => a - b)
    .map((slot) => {
      const mine = rows.filter((row) => row.slot === slot)
      return {
        slot,
        result: mine.some(({ run }) => run === 'Failed')
          ? 'Failed'
          : mine.every(({ run }) => run === 'Succeeded' || run === 'Unchanged')
            ? 'Succeeded'
            : 'Open',
        snapshot: mine.length === 1 ? mine[0]?.name : undefined,
      }
    })
