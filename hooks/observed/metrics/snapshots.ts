import { wholeSeconds } from '../../core/time/instant'
import type { SnapshotFacts } from '../facts'
import { gaugeOf } from './gauge-of'
import type { ObjectMetric } from './object-metric'

const ofEach = gaugeOf<SnapshotFacts>({
  labels: ['namespace', 'name', 'policy'],
  objects: ({ snapshots }) => snapshots,
  labelsOf: ({ namespace, name, policy = '' }) => ({ namespace, name, policy }),
})

const succeededAt = ({ phase, endedAt }: SnapshotFacts): number | undefined =>
  phase === 'Succeeded' && endedAt !== undefined ? wholeSeconds(endedAt) : undefined

export const snapshotMetrics: ReadonlyArray<ObjectMetric> = [
  ofEach('kopiur_snapshot_last_success_timestamp_seconds', 'End of a Snapshot that is Succeeded', succeededAt),
  ofEach('kopiur_snapshot_size_bytes', 'Size of what a Snapshot holds', ({ sizeBytes }) => sizeBytes),
  ofEach('kopiur_snapshot_files', 'Files that a Snapshot holds, where it is known', ({ files }) => files),
  ofEach('kopiur_snapshot_duration_seconds', 'How long a run took', ({ durationSeconds }) => durationSeconds),
]
