import type { PolicyFacts, SnapshotFacts } from '../facts'
import { counted } from './counted'
import type { ObjectMetric } from './object-metric'

const gated: ObjectMetric = {
  name: 'kopiur_snapshot_gated',
  help: 'Snapshots that wait for a repository that is not Ready',
  labels: ['namespace', 'policy'],
  needs: [],
  samples: ({ snapshots }) =>
    counted(
      snapshots
        .filter(({ waits }) => waits === 'ForRepository')
        .map(({ namespace, policy = '' }) => ({ namespace, policy })),
    ),
}

const waitingForSlot: ObjectMetric = {
  name: 'kopiur_snapshot_waiting_for_slot',
  help: '1 for a Snapshot that waits until its repository runs fewer Jobs',
  labels: ['repository_kind', 'repository', 'namespace', 'name'],
  needs: ['SnapshotPolicy'],
  samples: ({ snapshots, policies }) =>
    snapshots
      .filter(({ waits }) => waits === 'ForSlot')
      .map((snapshot) => {
        const { kind = '', name: repository = '' } = repositoryOf(snapshot, policies) ?? {}
        const { namespace, name } = snapshot
        return { labels: { repository_kind: kind, repository, namespace, name }, value: 1 }
      }),
}

/** Before it runs it names none itself where its policy has only one. */
const repositoryOf = ({ repository, policy, policyNamespace }: SnapshotFacts, policies: ReadonlyArray<PolicyFacts>) =>
  repository ??
  policies.find(({ name, namespace }) => name === policy && namespace === policyNamespace)?.repositories[0]

export const waitingMetrics: ReadonlyArray<ObjectMetric> = [gated, waitingForSlot]
