import { Annotation } from '../../../api/names/annotations'
import type { ScheduleMemory } from '../../../api/kinds/shared/schedule-memory'
import { eventually, listAll, look, patchSpec, refOf, type Seen } from '../stage/see'
import type { Stage } from '../stage/stage'
import { waitFor } from '../wait'
import type { Site } from './fault'

const MINUTE_MS = 60_000
const PATIENCE_SECONDS = 300
/** What a policy remembers at most: with more entries an old one may be gone. */
const SKIPS_REMEMBERED = 20

const iso = (at: number): string => new Date(at).toISOString()
const minutes = (from: number, to: number): ReadonlyArray<number> =>
  Array.from(
    { length: Math.max(0, Math.round((to - from) / MINUTE_MS) + 1) },
    (_unused, index) => from + index * MINUTE_MS,
  )

const memoryOf = async (stage: Stage): Promise<ScheduleMemory> => {
  const schedule = await look(stage.kube, refOf(stage, 'SnapshotSchedule', 'often'))
  const policy = await look(stage.kube, refOf(stage, 'SnapshotPolicy', 'data'))
  const memories = policy?.status?.['schedules'] as Record<string, ScheduleMemory> | undefined
  const memory = memories?.[schedule?.metadata.uid ?? '']
  if (memory === undefined) throw new Error('the policy remembers nothing of its schedule')
  return memory
}

export const slotOf = ({ metadata }: Seen): string | undefined => metadata.annotations?.[Annotation.slot]

const hasEnded = ({ status }: Seen): boolean => ['Succeeded', 'Failed'].includes(status?.phase ?? '')

/** A slot after this moment is decided; then the schedule is suspended, and what it started has ended. */
export const settleSlots = async (site: Site): Promise<void> => {
  const { stage } = site
  const since = Date.now()
  await waitFor(
    'a slot after the last fault to be decided',
    async () => (Date.parse((await memoryOf(stage)).handled ?? '') > since ? true : undefined),
    { limitSeconds: PATIENCE_SECONDS, everyMs: 1_000 },
  )
  await patchSpec(stage, 'SnapshotSchedule', 'often', { schedule: { suspend: true } })
  await eventually(stage, 'SnapshotSchedule', 'often', (one) =>
    (one.status?.conditions ?? []).some(({ type, reason }) => type === 'Ready' && reason === 'Suspended'),
  )
  await waitFor(
    'the runs of the schedule to end',
    async () => {
      const rows = await listAll(stage, 'Snapshot')
      return (await memoryOf(stage)).minting === undefined && rows.every(hasEnded) ? true : undefined
    },
    { limitSeconds: PATIENCE_SECONDS, everyMs: 500 },
  )
}

interface Slots {
  /** What became of each slot in its order: a run, or the reason of a skip. */
  readonly table: ReadonlyArray<{ readonly slot: string; readonly became: ReadonlyArray<string> }>
}

/** Each slot from the first to the last one decided has one run or one recorded skip, and nothing else has one. */
export const everySlotOnce = async (site: Site): Promise<Slots> => {
  const { stage, watch } = site
  const schedule = await look(stage.kube, refOf(stage, 'SnapshotSchedule', 'often'))
  const { handled, skips = [] } = await memoryOf(stage)
  expect(skips.length).toBeLessThan(SKIPS_REMEMBERED)
  const runs = [...(await watch.seen()).values()].flatMap((one) => {
    const slot = slotOf(one)
    return slot === undefined ? [] : [{ at: Date.parse(slot), became: `run ${one.status?.phase ?? 'none'}` }]
  })
  const passedOver = skips.flatMap(({ slot, until, count, reason }) => {
    const each = minutes(Date.parse(slot), Date.parse(until ?? slot))
    expect(each.length).toBe(count)
    return each.map((at) => ({ at, became: `skip ${reason}` }))
  })
  const created = Date.parse(String(schedule?.metadata.creationTimestamp))
  const expected = minutes(Math.floor(created / MINUTE_MS) * MINUTE_MS + MINUTE_MS, Date.parse(handled ?? ''))
  const found = [...runs, ...passedOver]
  const table = [...new Set([...expected, ...found.map(({ at }) => at)])]
    .sort((a, b) => a - b)
    .map((at) => ({ slot: iso(at), became: found.flatMap((one) => (one.at === at ? [one.became] : [])) }))
  expect(table.length).toBeGreaterThan(0)
  expect(table.filter(({ became }) => became.length !== 1)).toEqual([])
  expect(table.map(({ slot }) => slot)).toEqual(expected.map(iso))
  return { table }
}

/** As `3 run Succeeded, 1 skip Collapsed`. */
export const summaryOf = ({ table }: Slots): string => {
  const kinds = table.flatMap(({ became }) => became)
  return [...new Set(kinds)].map((kind) => `${kinds.filter((one) => one === kind).length} ${kind}`).join(', ')
}
