import type { RepositoryFacts } from '../../api/mover/outcome'
import type { EpochParameters, RepositoryStatus } from '../kopia/repository-status'
import { formatGoDuration } from './go-duration'

const MIB = 1024 * 1024

const epochFacts = (epoch: EpochParameters): NonNullable<RepositoryFacts['epoch']> => ({
  enabled: epoch.Enabled,
  minDuration: formatGoDuration(epoch.MinEpochDuration),
  refreshFrequency: formatGoDuration(epoch.EpochRefreshFrequency),
  cleanupSafetyMargin: formatGoDuration(epoch.CleanupSafetyMargin),
  advanceOnCount: epoch.EpochAdvanceOnCountThreshold,
  advanceOnSizeMiB: epoch.EpochAdvanceOnTotalSizeBytesThreshold / MIB,
  checkpointFrequency: epoch.FullCheckpointFrequency,
  deleteParallelism: epoch.DeleteParallelism,
})

/** What a repository says about itself, in the words of the outcome. */
export const repositoryFacts = (status: RepositoryStatus, owner: string, created: boolean): RepositoryFacts => {
  const { epochParameters } = status.contentFormat
  const mode = status.blobRetention?.retentionMode ?? ''
  return {
    uniqueId: status.uniqueIDHex,
    created,
    ...(owner === '' ? {} : { maintenanceOwner: owner }),
    ...(epochParameters === undefined ? {} : { epoch: epochFacts(epochParameters) }),
    blobRetention: { enabled: mode !== '', mode, period: formatGoDuration(status.blobRetention?.retentionPeriod ?? 0) },
  }
}
