import * as t from 'io-ts'
import { type Command, command } from './command'

export const repositoryStatus = (): Command => command.control('repository status', ['--json'])

/** Durations are nanoseconds. */
export const epochParameters = t.type({
  Enabled: t.boolean,
  EpochRefreshFrequency: t.number,
  FullCheckpointFrequency: t.number,
  CleanupSafetyMargin: t.number,
  MinEpochDuration: t.number,
  EpochAdvanceOnCountThreshold: t.number,
  EpochAdvanceOnTotalSizeBytesThreshold: t.number,
  DeleteParallelism: t.number,
})
export type EpochParameters = t.TypeOf<typeof epochParameters>

const blobRetention = t.partial({ retentionMode: t.string, retentionPeriod: t.number })
export type BlobRetention = t.TypeOf<typeof blobRetention>

export const repositoryStatusJson = t.intersection([
  t.type({
    uniqueIDHex: t.string,
    contentFormat: t.partial({ epochParameters }),
  }),
  t.partial({ blobRetention }),
])
export type RepositoryStatus = t.TypeOf<typeof repositoryStatusJson>
