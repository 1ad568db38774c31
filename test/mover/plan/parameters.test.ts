import * as fc from 'fast-check'
import { formatGoDuration, parseGoDuration } from '../../../mover/plan/go-duration'
import { parameterDrift } from '../../../mover/plan/parameter-drift'
import { repositoryFacts } from '../../../mover/plan/repository-facts'

const HOUR = 3600e9

describe('durations as Go writes them', () => {
  it.each([
    ['24h', 24 * HOUR],
    ['24h0m0s', 24 * HOUR],
    ['1h30m', 1.5 * HOUR],
    ['20m', HOUR / 3],
    ['1.5s', 1.5e9],
    ['0s', 0],
    ['', undefined],
    ['30d', undefined],
    ['5', undefined],
  ])('%j', (text, expected) => {
    expect(parseGoDuration(text)).toBe(expected)
  })

  it('come back from their shortest text', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e8 }), (seconds) => {
        expect(parseGoDuration(formatGoDuration(seconds * 1e9))).toBe(seconds * 1e9)
      }),
    )
  })
})

const epochParameters = {
  Enabled: true,
  EpochRefreshFrequency: HOUR / 3,
  FullCheckpointFrequency: 7,
  CleanupSafetyMargin: 4 * HOUR,
  MinEpochDuration: 24 * HOUR,
  EpochAdvanceOnCountThreshold: 20,
  EpochAdvanceOnTotalSizeBytesThreshold: 10 * 1024 * 1024,
  DeleteParallelism: 4,
}
const status = { uniqueIDHex: 'ab', contentFormat: { epochParameters }, blobRetention: {} }

describe('drift of parameters', () => {
  it('is nothing when nothing is wanted, or when all is as wanted', () => {
    expect(parameterDrift({}, status)).toBeUndefined()
    const same = { minDuration: '24h0m0s', refreshFrequency: '1200s', advanceOnCount: 20, advanceOnSizeMiB: 10 }
    expect(parameterDrift({ epoch: same, blobRetention: { mode: 'none' } }, status)).toBeUndefined()
  })

  it.each([
    [{ minDuration: '12h' }],
    [{ refreshFrequency: '10m' }],
    [{ advanceOnCount: 21 }],
    [{ advanceOnSizeMiB: 11 }],
    [{ checkpointFrequency: 8 }],
    [{ deleteParallelism: 5 }],
    [{ minDuration: 'nonsense' }],
  ])('%j', (epoch) => {
    expect(parameterDrift({ epoch }, status)).toEqual({ epoch })
  })

  it('sees retention of blobs come, change and go', () => {
    const wanted = { mode: 'COMPLIANCE', period: '72h' } as const
    expect(parameterDrift({ blobRetention: wanted }, status)).toEqual({ blobRetention: wanted })
    const locked = { ...status, blobRetention: { retentionMode: 'COMPLIANCE', retentionPeriod: 72 * HOUR } }
    expect(parameterDrift({ blobRetention: wanted }, locked)).toBeUndefined()
    expect(parameterDrift({ blobRetention: { ...wanted, period: '96h' } }, locked)).toBeDefined()
    expect(parameterDrift({ blobRetention: { mode: 'none' } }, locked)).toEqual({ blobRetention: { mode: 'none' } })
  })
})

describe('facts of a repository', () => {
  it('are told in short durations and MiB', () => {
    expect(repositoryFacts(status, 'a@b', true)).toEqual({
      uniqueId: 'ab',
      created: true,
      maintenanceOwner: 'a@b',
      epoch: {
        enabled: true,
        minDuration: '24h',
        refreshFrequency: '20m',
        cleanupSafetyMargin: '4h',
        advanceOnCount: 20,
        advanceOnSizeMiB: 10,
        checkpointFrequency: 7,
        deleteParallelism: 4,
      },
      blobRetention: { enabled: false, mode: '', period: '0s' },
    })
  })

  it('leave out what an old repository has not', () => {
    const old = { uniqueIDHex: 'ab', contentFormat: {} }
    expect(repositoryFacts(old, '', false)).toEqual({
      uniqueId: 'ab',
      created: false,
      blobRetention: { enabled: false, mode: '', period: '0s' },
    })
  })
})
