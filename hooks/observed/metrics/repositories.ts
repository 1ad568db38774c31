import type { RepositoryFacts } from '../facts'
import type { ObjectMetric } from './object-metric'
import { sample } from './sample'

const counted = (
  name: string,
  help: string,
  valueOf: (facts: RepositoryFacts) => number | undefined,
): ObjectMetric => ({
  name,
  help,
  labels: ['namespace', 'name'],
  needs: [],
  samples: ({ repositories }) =>
    repositories.flatMap((facts) => sample({ namespace: facts.namespace, name: facts.name }, valueOf(facts))),
})

const maintained: ObjectMetric = {
  name: 'kopiur_repository_maintenance_configured',
  help: '1 when a Maintenance serves the repository, 0 when none does',
  labels: ['kind', 'namespace', 'name'],
  needs: [],
  samples: ({ repositories }) =>
    repositories.flatMap(({ kind, namespace, name, isMaintained }) =>
      sample({ kind, namespace, name }, isMaintained === undefined ? undefined : Number(isMaintained)),
    ),
}

export const repositoryMetrics: ReadonlyArray<ObjectMetric> = [
  counted('kopiur_repo_size_bytes', 'Size of a repository, as last counted', ({ sizeBytes }) => sizeBytes),
  counted('kopiur_repo_snapshot_count', 'Snapshots in a repository, as last counted', ({ snapshots }) => snapshots),
  maintained,
]
