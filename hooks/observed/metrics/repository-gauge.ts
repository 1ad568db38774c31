import type { RepositoryFacts } from '../facts'
import { gaugeOf } from './gauge-of'
import type { Labels } from './object-metric'

/** Both kinds of repository may have one name. */
export const identity = ({ kind, namespace, name }: RepositoryFacts): Labels => ({ kind, namespace, name })

export const ofRepositories = gaugeOf<RepositoryFacts>({
  labels: ['kind', 'namespace', 'name'],
  objects: ({ repositories }) => repositories,
  labelsOf: identity,
})
