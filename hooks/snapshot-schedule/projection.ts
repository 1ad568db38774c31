import type { ScheduleMemory } from '../../api/kinds/shared/schedule-memory'
import type { ScheduleSlot, SnapshotScheduleStatus } from '../../api/kinds/snapshot-schedule'
import { means } from '../core/schedule'
import { present } from '../core/json/present'
import type { ScheduleRequest } from './request'

/** What the policies that the schedule means remember of it, by name of the policy. */
export const memoriesOf = ({ schedule, policies }: ScheduleRequest): ReadonlyArray<ScheduleMemory> =>
  policies
    .filter((policy) => means(schedule, policy))
    .flatMap((policy) => {
      const memory = policy.status?.schedules?.[schedule.metadata.uid ?? '']
      return memory === undefined ? [] : [memory]
    })

type Slots = Pick<
  SnapshotScheduleStatus,
  'lastSchedule' | 'nextSchedule' | 'lastSuccessfulSchedule' | 'consecutiveFailures'
>

/**
 * Slots of the schedule as its policies have them: the newest that fired, the earliest to come, the newest that
 * succeeded, the longest row of failures. Before any policy remembers anything, what was known stays.
 */
export const projection = (request: ScheduleRequest): Slots => {
  const memories = memoriesOf(request)
  const { status, spec } = request.schedule
  const single = 'policyRef' in spec
  const [next] = [...memories].filter((memory) => memory.next !== undefined).sort(by((memory) => memory.next))
  const minted = [...memories].sort(by((memory) => memory.lastMinted?.at)).at(-1)?.lastMinted
  const succeeded = [...memories].sort(by((memory) => memory.lastSuccessful?.at)).at(-1)?.lastSuccessful
  return {
    ...present(slotOf(minted, single) ?? status?.lastSchedule, (lastSchedule) => ({ lastSchedule })),
    ...present(memories.length === 0 ? status?.nextSchedule : nextOf(next), (nextSchedule) => ({ nextSchedule })),
    ...present(slotOf(succeeded, single) ?? status?.lastSuccessfulSchedule, (lastSuccessfulSchedule) => ({
      lastSuccessfulSchedule,
    })),
    consecutiveFailures:
      memories.length === 0
        ? (status?.consecutiveFailures ?? 0)
        : Math.max(...memories.map((memory) => memory.consecutiveFailures ?? 0)),
  }
}

const nextOf = (memory: ScheduleMemory | undefined): ScheduleSlot | undefined =>
  memory?.next === undefined
    ? undefined
    : { at: memory.next, timezone: memory.timezone, ...present(memory.jitter, (jitter) => ({ jitter })) }

const slotOf = (remembered: ScheduleMemory['lastMinted'] | undefined, single: boolean): ScheduleSlot | undefined =>
  remembered === undefined
    ? undefined
    : {
        at: remembered.at,
        ...present(single ? remembered.snapshot : undefined, (name) => ({ snapshotRef: { name } })),
      }

/** Times of one spelling sort as texts; an absent one comes first. */
const by =
  (field: (memory: ScheduleMemory) => string | undefined) =>
  (a: ScheduleMemory, b: ScheduleMemory): number => {
    const [x, y] = [field(a) ?? '', field(b) ?? '']
    return x < y ? -1 : x > y ? 1 : 0
  }
