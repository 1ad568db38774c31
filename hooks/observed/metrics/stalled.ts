import type { MaintenanceFacts, PolicyFacts, RepositoryFacts } from '../facts'
import type { ObjectMetric } from './object-metric'

/** Snapshots and Restores are left out: one that was refused is over, and its phase says so. */
export const resourceStalled: ObjectMetric = {
  name: 'kopiur_resource_stalled',
  help: '1 while an object waits for somebody to do something; the reason is that of its condition Stalled',
  labels: ['kind', 'namespace', 'name', 'reason'],
  needs: [],
  samples: ({ policies, repositories, maintenances }) =>
    [...policies, ...repositories, ...maintenances].flatMap((facts) =>
      facts.stalled === undefined
        ? []
        : [
            {
              labels: { kind: kindOf(facts), namespace: facts.namespace, name: facts.name, reason: facts.stalled },
              value: 1,
            },
          ],
    ),
}

const kindOf = (facts: PolicyFacts | RepositoryFacts | MaintenanceFacts): string =>
  facts._tag === 'Repository' ? facts.kind : facts._tag
