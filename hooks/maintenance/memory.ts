import type { Maintenance, MaintenanceStatus } from '../../api/kinds/maintenance'
import type { ConditionUpdate } from '../core/conditions'
import { formatInstant, type Instant } from '../core/time/instant'
import { leaseAfter } from './lease-condition'
import { endedManual, isAnswered, runningManual, type ManualRun } from './manual-run'
import { isEnded, type EndedRun, type Run } from './run'
import { stampsBack } from './stamps-back'
import { isRecorded, recordRan, recordScheduled, type Tiers } from './tier'

/** What is remembered of the runs, and which of them were news. */
export interface Memory {
  readonly tiers: Tiers
  readonly manualRun?: ManualRun
  readonly ownership?: NonNullable<MaintenanceStatus['ownership']>
  readonly lease: ReadonlyArray<ConditionUpdate>
  /** Runs whose report was not in the status yet. */
  readonly news: ReadonlyArray<EndedRun>
}

/** Takes what the observed Jobs have to tell into the memory of the status, in the order in which they ended. */
export const remember = (maintenance: Maintenance, runs: ReadonlyArray<Run>, now: Instant): Memory => {
  const { status = {} } = maintenance
  const known = {
    ...(status.quick === undefined ? {} : { quick: status.quick }),
    ...(status.full === undefined ? {} : { full: status.full }),
  }
  const before: Memory = {
    // The report of a Job that is still seen would be taken for news.
    tiers: runs.some(isEnded) ? known : stampsBack(known, now),
    ...(status.manualRun === undefined ? {} : { manualRun: status.manualRun }),
    ...(status.ownership === undefined ? {} : { ownership: status.ownership }),
    lease: [],
    news: [],
  }
  const ended = [...runs.filter(isEnded)].sort((a, b) => a.state.at - b.state.at)
  return withRunning(ended.reduce(take(maintenance), before), runs)
}

const take =
  (maintenance: Maintenance) =>
  (memory: Memory, run: EndedRun): Memory => {
    if (isKnown(memory, run)) return memory
    const { report } = run.state
    return {
      ...memory,
      ...(run.requested === undefined
        ? { tiers: recordScheduled(memory.tiers, run) }
        : { ...afterManual(memory, run), manualRun: endedManual(run, run.requested) }),
      ...ownershipAfter(maintenance, memory, run),
      lease: [leaseAfter(maintenance, report)],
      news: [...memory.news, run],
    }
  }

/** Whether the report of a run is in the status. Only then may its Job go. */
export const isKnown = ({ tiers, manualRun }: Pick<Memory, 'tiers' | 'manualRun'>, run: EndedRun): boolean =>
  run.requested === undefined ? isRecorded(tiers, run) : isAnswered(manualRun, run.requested)

/** A run by hand counts as maintenance done; one that failed leaves the schedule alone. */
const afterManual = ({ tiers }: Memory, run: EndedRun): Pick<Memory, 'tiers'> => ({
  tiers: run.state.report._tag === 'Ran' ? recordRan(tiers, run, run.state.report.reclaimedBytes) : tiers,
})

const ownershipAfter = (
  { spec }: Maintenance,
  { ownership }: Memory,
  { state: { at, report } }: EndedRun,
): Pick<Memory, 'ownership'> => {
  switch (report._tag) {
    case 'Failed':
      return {}
    case 'Yielded':
      return { ownership: { owner: report.holder } }
    case 'Ran':
      return ownership?.owner === spec.ownership.owner && ownership.claimedAt !== undefined
        ? {}
        : { ownership: { owner: spec.ownership.owner, claimedAt: formatInstant(at) } }
  }
}

const withRunning = (memory: Memory, runs: ReadonlyArray<Run>): Memory =>
  runs
    .filter(({ state }) => state._tag === 'Active')
    .reduce<Memory>(
      (known, run) =>
        run.requested === undefined ? known : { ...known, manualRun: runningManual(run, run.requested) },
      memory,
    )
