import type { ScheduleMemory } from '../../../api/kinds/shared/schedule-memory'
import { Annotation } from '../../../api/names/annotations'
import { eventually, listAll, look, patchSpec, refOf, type Seen } from '../stage/see'
import type { Stage } from '../stage/stage'
import { waitFor } from '../wait'
import type { Site } from './fault'
import { firstSlotAfter, memoriesOf, minutes } from './memory'

const PATIENCE_SECONDS = 300
/** Why a slot may be passed over while the schedule is not suspended and has no deadline. */
const SKIPS = ['skip Forbid', 'skip Collapsed']

const iso = (at: number): string => new Date(at).toISOString()

const scheduleOf = async (stage: Stage): Promise<Seen> => {
  const found = await look(stage.kube, refOf(stage, 'SnapshotSchedule', 'often'))
  if (found === undefined) throw new Error('the schedule is gone')
  return found
}

const memoryOf = async (stage: Stage): Promise<ScheduleMemory> => {
  const policy = await look(stage.kube, refOf(stage, 'SnapshotPolicy', 'data'))
  const memory = policy === undefined ? undefined : memoriesOf(policy)[(await scheduleOf(stage)).metadata.uid ?? '']
  if (memory === undefined) throw new Error('the policy remembers nothing of its schedule')
  return memory
}

const slotOf = ({ metadata }: Seen): string | undefined => metadata.annotations?.[Annotation.slot]

const hasEnded = ({ status }: Seen): boolean => ['Succeeded', 'Failed'].includes(status?.phase ?? '')

/** A slot after this moment is decided; then the schedule is suspended, and what it started has ended. */
export const settleSlots = async ({ stage }: Site): Promise<void> => {
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

/** What became of each slot in its order: one run or one recorded skip. */
export const everySlotOnce = async ({ stage, watch }: Site): Promise<ReadonlyArray<string>> => {
  const { snapshots, skips } = await watch.past()
  const created = Date.parse(String((await scheduleOf(stage)).metadata.creationTimestamp))
  const expected = minutes(firstSlotAfter(created), Date.parse((await memoryOf(stage)).handled ?? ''))
  const runs = [...snapshots.values()].flatMap((one) => {
    const slot = slotOf(one)
    return slot === undefined ? [] : [{ at: Date.parse(slot), became: `run ${one.status?.phase ?? 'none'}` }]
  })
  const found = [...runs, ...[...skips.values()].map(({ at, reason }) => ({ at, became: `skip ${reason}` }))]
  const table = [...new Set([...expected, ...found.map(({ at }) => at)])]
    .sort((a, b) => a - b)
    .map((at) => ({ slot: iso(at), became: found.flatMap((one) => (one.at === at ? [one.became] : [])) }))
  expect(table.length).toBeGreaterThan(0)
  expect(table.filter(({ became }) => became.length !== 1)).toEqual([])
  expect(table.map(({ slot }) => slot)).toEqual(expected.map(iso))
  const outcomes = table.flatMap(({ became }) => became)
  expect(outcomes.filter((one) => one.startsWith('skip') && !SKIPS.includes(one))).toEqual([])
  return outcomes
}

/** As `3 run Succeeded, 1 skip Collapsed`. */
export const summaryOf = (outcomes: ReadonlyArray<string>): string =>
  [...new Set(outcomes)].map((kind) => `${outcomes.filter((one) => one === kind).length} ${kind}`).join(', ')
