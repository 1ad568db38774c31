import { array, int64, integer, nullable, object, openEnumeration, string, timestamp } from '../../../schema'
import { condition } from '../condition'
import { parametersStatus } from './parameters-status'
import { seedStatus } from './seed-status'
import { serverStatus } from './server-status'

const catalogStatus = object(
  {},
  {
    discoveredBackupCount: nullable(int64),
    foreignSnapshotCount: integer(),
    lastRefreshAt: nullable(timestamp),
    scanRequestAttemptAt: timestamp,
    scanRequestHonored: string,
  },
)

const healthStatus = object(
  {},
  {
    consecutiveProbeFailures: integer(),
    firstFailureAt: timestamp,
    lastHealthyAt: timestamp,
    lastProbeAt: timestamp,
    probeAttemptAt: timestamp,
  },
)

const storageStats = object(
  {},
  {
    indexBlobCount: integer(),
    lastObservedAt: nullable(timestamp),
    snapshotCount: nullable(int64),
    totalSize: nullable(string),
    totalSizeBytes: integer(),
  },
)

/** Status fields that Repository and ClusterRepository have in common. */
export const statusFields = {
  backend: nullable(string),
  catalog: nullable(catalogStatus),
  conditions: array(condition),
  health: nullable(healthStatus),
  lastReverifyAt: nullable(timestamp),
  observedGeneration: nullable(int64),
  parameters: nullable(parametersStatus),
  phase: nullable(openEnumeration('Pending', 'Initializing', 'Ready', 'Degraded', 'Failed')),
  resolvedCredentialVersion: nullable(string),
  seed: nullable(seedStatus),
  server: nullable(serverStatus),
  storageStats: nullable(storageStats),
  uniqueId: nullable(string),
}
