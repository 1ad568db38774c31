import { array, int64, integer, map, nullable, object, string, timestamp, uint32, type TypeOf } from '../../../schema'
import { condition } from '../condition'
import { resolvedIdentity, resolvedSource } from '../identity'
import { repositoryRef } from '../reference'
import { scheduleMemory } from '../schedule-memory'

const adoption = object(
  {},
  {
    lastAdoptedCount: nullable(uint32),
    lastAdoptionAt: nullable(timestamp),
    lastScanMatched: nullable(uint32),
    lastScanUnmatched: nullable(uint32),
    scanRequestedAt: nullable(timestamp),
    scanRequestedIdentity: nullable(string),
    skippedByRetention: nullable(uint32),
    totalAdopted: nullable(integer({ format: 'uint64', minimum: 0 })),
  },
)

const resolved = object(
  {},
  {
    identity: nullable(resolvedIdentity),
    repositories: array(object({ repository: repositoryRef }, { identity: nullable(resolvedIdentity) })),
    sources: array(resolvedSource),
  },
)

const retention = object(
  {},
  { activeSnapshotCount: nullable(int64), lastPruneAt: nullable(timestamp), lastPruneDeleted: nullable(int64) },
)

export const snapshotPolicyStatus = object(
  {},
  {
    adoption: nullable(adoption),
    conditions: array(condition),
    lastSuccessfulSnapshot: nullable(timestamp),
    lastVerified: nullable(timestamp),
    observedGeneration: nullable(int64),
    repositorySummary: nullable(string),
    resolved: nullable(resolved),
    retention: nullable(retention),
    /** By UID of the schedule. */
    schedules: map(scheduleMemory),
    verification: array(object({ repository: repositoryRef }, { lastVerified: nullable(timestamp) })),
    verificationStamps: map(string),
  },
)
export type SnapshotPolicyStatus = TypeOf<typeof snapshotPolicyStatus>
