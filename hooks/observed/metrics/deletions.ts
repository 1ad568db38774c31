import type { SnapshotFacts } from '../facts'
import { counted } from './counted'
import type { Labels, ObjectMetric } from './object-metric'

const ofEach = (name: string, help: string, isMeant: (facts: SnapshotFacts) => boolean): ObjectMetric => ({
  name,
  help,
  labels: ['repo_kind', 'repo_name'],
  needs: [],
  samples: ({ snapshots }) => counted(snapshots.filter(isMeant).map(labelsOf)),
})

const labelsOf = ({ repository }: SnapshotFacts): Labels => ({
  repo_kind: repository?.kind ?? 'unknown',
  repo_name: repository?.name ?? 'unknown',
})

export const deletionMetrics: ReadonlyArray<ObjectMetric> = [
  ofEach(
    'kopiur_snapshot_deletions_pending_external',
    'Snapshots that somebody deleted and that are not gone yet; those that pruning deletes do not count',
    ({ leaving }) => leaving !== undefined,
  ),
  ofEach(
    'kopiur_snapshot_deletions_held',
    'Those of them that wait for a confirmation, because they are many at once',
    ({ leaving }) => leaving === 'Held',
  ),
]
