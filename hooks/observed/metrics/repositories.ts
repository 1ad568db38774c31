import type { RepositoryFacts } from '../facts'
import { gaugeOf } from './gauge-of'
import { named, NAMED } from './named'
import type { ObjectMetric } from './object-metric'
import { ofRepositories } from './repository-gauge'

/** These have no label of the kind: dashboards know them without. */
const ofEach = gaugeOf<RepositoryFacts>({ labels: NAMED, objects: ({ repositories }) => repositories, labelsOf: named })

export const repositoryMetrics: ReadonlyArray<ObjectMetric> = [
  ofEach('kopiur_repo_size_bytes', 'Size of a repository, as last counted', ({ sizeBytes }) => sizeBytes),
  ofEach('kopiur_repo_snapshot_count', 'Snapshots in a repository, as last counted', ({ snapshots }) => snapshots),
  ofRepositories(
    'kopiur_repository_maintenance_configured',
    '1 when a Maintenance serves the repository, 0 when none does',
    ({ isMaintained }) => (isMaintained === undefined ? undefined : Number(isMaintained)),
  ),
]
