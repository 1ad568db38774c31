import type { MaintenanceInfo, MaintenanceRun } from '../kopia/maintenance'

/** What kopia says each kind of work removed from the storage. Contents only marked as deleted are not counted. */
const freedBy: Readonly<Record<string, string>> = {
  deleteUnreferencedPacksStats: 'deletedTotalSize',
  cleanupSupersededIndexesStats: 'deletedTotalSize',
  cleanupLogsStats: 'deletedBlobSize',
}

const numberAt = (data: unknown, key: string): number | undefined => {
  const value =
    typeof data === 'object' && data !== null ? Object.entries(data).find(([name]) => name === key)?.[1] : undefined
  return typeof value === 'number' ? value : undefined
}

const freed = (run: MaintenanceRun): ReadonlyArray<number> =>
  (run.extra ?? []).flatMap(({ kind, data }) => {
    const key = freedBy[kind]
    const bytes = key === undefined ? undefined : numberAt(data, key)
    return bytes === undefined ? [] : [bytes]
  })

const identified = (info: MaintenanceInfo): ReadonlyArray<readonly [string, MaintenanceRun]> =>
  Object.entries(info.schedule.runs ?? {}).flatMap(([task, runs]) =>
    runs.map((run) => [`${task} ${run.start}`, run] as const),
  )

/** Runs that the second reading has and the first had not. */
export const newRuns = (before: MaintenanceInfo, after: MaintenanceInfo): ReadonlyArray<MaintenanceRun> => {
  const known = new Set(identified(before).map(([name]) => name))
  return identified(after).flatMap(([name, run]) => (known.has(name) ? [] : [run]))
}

/** Bytes that left the storage between two readings; undefined when nothing that could free any has run. */
export const reclaimedBytes = (before: MaintenanceInfo, after: MaintenanceInfo): number | undefined => {
  const parts = newRuns(before, after).flatMap(freed)
  return parts.length === 0 ? undefined : parts.reduce((sum, bytes) => sum + bytes, 0)
}
