import type { BootstrapOperation } from '../../api/mover/work-spec'
import type { BlobRetention, EpochParameters, RepositoryStatus } from '../kopia/repository-status'
import { parseGoDuration } from './go-duration'

type WantedEpoch = NonNullable<BootstrapOperation['epoch']>
type WantedRetention = NonNullable<BootstrapOperation['blobRetention']>
export type Drift = Pick<BootstrapOperation, 'epoch' | 'blobRetention'>

const MIB = 1024 * 1024

const differs = (wanted: number | undefined, actual: number | undefined): boolean =>
  wanted !== undefined && wanted !== actual

// A duration that cannot be read is left to kopia, which says what is wrong with it.
const lasts = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : (parseGoDuration(text) ?? Number.NaN)

const epochDrift = (wanted: WantedEpoch, actual: EpochParameters | undefined): WantedEpoch | undefined => {
  const size = wanted.advanceOnSizeMiB === undefined ? undefined : wanted.advanceOnSizeMiB * MIB
  const drifted = [
    differs(lasts(wanted.minDuration), actual?.MinEpochDuration),
    differs(lasts(wanted.refreshFrequency), actual?.EpochRefreshFrequency),
    differs(wanted.advanceOnCount, actual?.EpochAdvanceOnCountThreshold),
    differs(size, actual?.EpochAdvanceOnTotalSizeBytesThreshold),
    differs(wanted.checkpointFrequency, actual?.FullCheckpointFrequency),
    differs(wanted.deleteParallelism, actual?.DeleteParallelism),
  ].some(Boolean)
  return drifted ? wanted : undefined
}

const retentionDrift = (wanted: WantedRetention, actual: BlobRetention | undefined): WantedRetention | undefined => {
  const mode = actual?.retentionMode ?? ''
  if (wanted.mode === 'none') return mode === '' ? undefined : wanted
  return mode === wanted.mode && lasts(wanted.period) === actual?.retentionPeriod ? undefined : wanted
}

/** The groups of wanted parameters that differ from what the repository has; undefined when none does. */
export const parameterDrift = (wanted: Drift, status: RepositoryStatus): Drift | undefined => {
  const epoch = wanted.epoch && epochDrift(wanted.epoch, status.contentFormat.epochParameters)
  const blobRetention = wanted.blobRetention && retentionDrift(wanted.blobRetention, status.blobRetention)
  return epoch === undefined && blobRetention === undefined
    ? undefined
    : { ...(epoch && { epoch }), ...(blobRetention && { blobRetention }) }
}
