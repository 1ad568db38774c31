import type { Simulated, SimulatedRun } from '../../embedded/simulate'
import { formatInstant, type Instant } from '../../hooks/core/time/instant'

/** One sentence for each time of `--fail` that made no run fail: why, and the slot that may be meant. */
export const unusedFailures = (
  failing: ReadonlySet<Instant>,
  { runs, skips }: Pick<Simulated, 'runs' | 'skips'>,
): ReadonlyArray<string> =>
  [...failing].flatMap((time) => {
    const mine = runs.filter((run) => Date.parse(run.slot) === time)
    if (mine.some(({ outcome }) => outcome === 'Failed')) return []
    const passed = skips.find(({ slot }) => Date.parse(slot) === time)
    return [`--fail ${spelled(time)} makes nothing fail: ${why(mine, passed?.reason) ?? noSlot(time, runs)}`]
  })

const why = (mine: ReadonlyArray<SimulatedRun>, skipped: string | undefined): string | undefined => {
  if (mine.length > 0) return 'its run is replaced before its end'
  return skipped === undefined ? undefined : `that slot is passed over (${skipped})`
}

const noSlot = (time: Instant, runs: ReadonlyArray<SimulatedRun>): string => {
  const [nearest] = runs
    .map(({ slot }) => slot)
    .sort((a, b) => Math.abs(Date.parse(a) - time) - Math.abs(Date.parse(b) - time))
  return nearest === undefined ? 'there are no runs' : `no run has this slot; the nearest is ${nearest}`
}

/** Slots are whole seconds; a part of one is shown, for it is what is wrong. */
const spelled = (time: Instant): string => (time % 1000 === 0 ? formatInstant(time) : new Date(time).toISOString())
