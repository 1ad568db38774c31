import { wholeSeconds } from '../../core/time/instant'
import type { RepositoryFacts } from '../facts'
import type { ObjectMetric } from './object-metric'
import { identity, ofRepositories } from './repository-gauge'

const open: ObjectMetric = {
  name: 'kopiur_repository_breaker_open',
  help: '1 while backups wait because the backend of a repository is lost',
  labels: ['kind', 'namespace', 'name', 'reason'],
  needs: [],
  samples: ({ repositories }) =>
    repositories.flatMap((facts) =>
      facts.outage === undefined ? [] : [{ labels: { ...identity(facts), reason: facts.outage }, value: 1 }],
    ),
}

const openSince = ({ outage, failingSince }: RepositoryFacts): number | undefined =>
  outage === undefined || failingSince === undefined ? undefined : wholeSeconds(failingSince)

export const repositoryHealthMetrics: ReadonlyArray<ObjectMetric> = [
  open,
  ofRepositories(
    'kopiur_repository_breaker_open_since_timestamp_seconds',
    'First failure of the outage, while there is one',
    openSince,
  ),
  ofRepositories(
    'kopiur_repository_consecutive_backend_failures',
    'Failed looks at the backend in a row; 0 after one that went well',
    ({ failures }) => failures,
  ),
]
