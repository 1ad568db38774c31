import { claimOf, clientOf } from '../../../mover/plan/maintenance-claim'
import { newRuns, reclaimedBytes } from '../../../mover/plan/reclaimed-bytes'
import { ownerToStamp } from '../../../mover/plan/owner-stamp'
import type { MaintenanceInfo } from '../../../mover/kopia/maintenance'

const operation = {
  mode: 'full' as const,
  owner: 'kopiur@new',
  aliases: ['kopiur@old'],
  takeoverPolicy: 'Never' as const,
}

describe('who may run maintenance', () => {
  it.each([
    ['', 'Never', 'Take'],
    ['kopiur@new', 'Never', 'Ours'],
    ['kopiur@old', 'Never', 'Take'],
    ['somebody@else', 'Never', 'Yield'],
    ['somebody@else', 'PromptCondition', 'Yield'],
    ['somebody@else', 'Force', 'Take'],
    ['kopiur@new', 'Force', 'Ours'],
  ] as const)('recorded %j with %s: %s', (recorded, takeoverPolicy, expected) => {
    expect(claimOf(recorded, { ...operation, takeoverPolicy })._tag).toBe(expected)
  })

  it('connects as the owner, so that kopia lets it', () => {
    expect(clientOf('kopiur@kopiur.c.ns.name')).toEqual({ username: 'kopiur', hostname: 'kopiur.c.ns.name' })
    expect([clientOf(''), clientOf('kopiur'), clientOf('@host'), clientOf('user@')]).toEqual(Array(4).fill(undefined))
  })
})

describe('the owner at bootstrap', () => {
  const bootstrap = { createAllowed: true, scan: true, maintenanceOwner: 'kopiur@new', replaceOwners: ['kopiur@old'] }
  it.each([
    ['somebody@else', true, 'kopiur@new'],
    ['somebody@else', false, undefined],
    ['kopiur@old', false, 'kopiur@new'],
    ['', false, 'kopiur@new'],
    ['kopiur@new', true, undefined],
  ])('recorded %j, created %s: writes %j', (recorded, created, expected) => {
    expect(ownerToStamp(recorded, created, bootstrap)).toBe(expected)
  })

  it('is left alone when none is wanted', () => {
    expect(ownerToStamp('', true, { createAllowed: true, scan: true })).toBeUndefined()
  })
})

const run = (start: string, kind: string, data: unknown) => ({ start, success: true, extra: [{ kind, data }] })
const info = (runs: NonNullable<MaintenanceInfo['schedule']['runs']> | null): MaintenanceInfo => ({
  owner: 'a@b',
  schedule: { runs },
})

describe('bytes that maintenance freed', () => {
  const old = run('2026-01-01T00:00:00Z', 'deleteUnreferencedPacksStats', { deletedTotalSize: 1000 })

  it('are those of runs that are new, of packs, indexes and logs', () => {
    const after = info({
      'full-delete-blobs': [run('2026-01-02T00:00:00Z', 'deleteUnreferencedPacksStats', { deletedTotalSize: 10 }), old],
      'delete-superseded-epoch-indexes': [
        run('2026-01-02T00:00:01Z', 'cleanupSupersededIndexesStats', { deletedTotalSize: 20 }),
      ],
      'cleanup-logs': [run('2026-01-02T00:00:02Z', 'cleanupLogsStats', { deletedBlobSize: 30, retainedBlobSize: 5 })],
      'snapshot-gc': [run('2026-01-02T00:00:03Z', 'snapshotGCStats', { deletedContentSize: 9999 })],
    })
    const before = info({ 'full-delete-blobs': [old] })
    expect(newRuns(before, after)).toHaveLength(4)
    expect(reclaimedBytes(before, after)).toBe(60)
  })

  it('are unknown when nothing that frees any has run, and zero when it freed none', () => {
    const gc = info({ 'snapshot-gc': [run('2026-01-02T00:00:00Z', 'snapshotGCStats', { deletedContentSize: 5 })] })
    expect(reclaimedBytes(info(null), gc)).toBeUndefined()
    const logs = info({ 'cleanup-logs': [run('2026-01-02T00:00:00Z', 'cleanupLogsStats', { deletedBlobSize: 0 })] })
    expect(reclaimedBytes(info(null), logs)).toBe(0)
    const empty = info({ 'compact-single-epoch': [run('2026-01-02T00:00:00Z', 'compactSingleEpochStats', null)] })
    expect(reclaimedBytes(info(null), empty)).toBeUndefined()
  })
})
