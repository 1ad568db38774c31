import type { ObservedKind } from '../facts'
import type { Seen } from '../seen'
import { deletionMetrics } from './deletions'
import type { ObjectMetric, Sample } from './object-metric'
import { resourcePhase } from './phase'
import { policyMetrics } from './policies'
import { repositoryHealthMetrics } from './repository-health'
import { repositoryMetrics } from './repositories'
import { runMetrics } from './runs'
import { snapshotMetrics } from './snapshots'
import { resourceStalled } from './stalled'
import { unreadableObjects } from './unreadable'
import { waitingMetrics } from './waiting'

export const objectMetrics: ReadonlyArray<ObjectMetric> = [
  resourcePhase,
  resourceStalled,
  ...snapshotMetrics,
  ...policyMetrics,
  ...waitingMetrics,
  ...deletionMetrics,
  ...repositoryMetrics,
  ...repositoryHealthMetrics,
  ...runMetrics,
  unreadableObjects,
]

export const samplesOf = (
  { needs, samples }: ObjectMetric,
  seen: Seen,
  listed: ReadonlySet<ObservedKind>,
): ReadonlyArray<Sample> => (needs.every((kind) => listed.has(kind)) ? samples(seen) : [])
