import type { RepositoryFacts, RestoreFacts, SnapshotFacts } from '../facts'
import type { Labels, ObjectMetric } from './object-metric'

/** Only the phase that an object is in: a series per possible phase would be many, and most of them 0. */
export const resourcePhase: ObjectMetric = {
  name: 'kopiur_resource_phase',
  help: '1 for the phase that an object is in; other phases have no series',
  labels: ['kind', 'namespace', 'name', 'phase', 'policy'],
  needs: [],
  samples: ({ snapshots, repositories, restores }) =>
    [...snapshots, ...repositories, ...restores].map((facts) => ({ labels: labelsOf(facts), value: 1 })),
}

const labelsOf = (facts: SnapshotFacts | RepositoryFacts | RestoreFacts): Labels => {
  const { namespace, name, phase } = facts
  switch (facts._tag) {
    case 'Repository':
      return { kind: facts.kind, namespace, name, phase }
    case 'Restore':
      return { kind: facts._tag, namespace, name, phase }
    case 'Snapshot':
      return {
        kind: facts._tag,
        namespace,
        name,
        phase,
        ...(facts.policy === undefined ? {} : { policy: facts.policy }),
      }
  }
}
