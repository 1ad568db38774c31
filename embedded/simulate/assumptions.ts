import type { ClusterRepository } from '../../api/kinds/cluster-repository'
import type { Repository } from '../../api/kinds/repository'
import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import { API_VERSION } from '../../api/names/group'
import { means } from '../../hooks/core/schedule'
import { matchesSelector } from '../../hooks/core/kube'
import { describeRepository, resolveRepositoryRef } from '../../hooks/core/repository'
import { writtenTargets } from '../../hooks/snapshot-policy/target'
import type { KubeObject } from '../../api/kubernetes/object'
import type { Story } from './story'

type AnyRepository = Repository | ClusterRepository

/** The story with what it leaves out, and what was taken to be there in words. */
export interface Assumed {
  readonly story: Story
  readonly assumptions: ReadonlyArray<string>
}

/** Repositories are taken to be there and ready, and a selector without any claim to match one. */
export const withAssumptions = (story: Story): Assumed => {
  const missing = story.policies.flatMap((policy) => missingRepositories(policy, story.repositories))
  const repositories = new Map(missing.map((repository) => [describe(repository), repository]))
  const claims = story.policies.flatMap((policy) => missingClaims(policy, story.claims))
  return {
    story: {
      ...story,
      repositories: [...story.repositories, ...repositories.values()].map(ready),
      claims: [...story.claims, ...claims],
    },
    assumptions: [
      ...[...repositories.keys()].map((name) => `${name} is not in the files: taken to be there and ready`),
      ...(story.repositories.length > 0 ? ['the repositories in the files are taken to be ready all the time'] : []),
      ...claims.map(
        ({ metadata }) =>
          `no claim in the files matches a selector in namespace ${metadata.namespace ?? ''}: one of name ${metadata.name} is taken to be there`,
      ),
      ...volumesTaken(story),
      ...idleSchedules(story),
    ],
  }
}

const idleSchedules = ({ policies, schedules }: Story): ReadonlyArray<string> =>
  schedules
    .filter((schedule) => !policies.some((policy) => means(schedule, policy)))
    .map(
      ({ metadata }) =>
        `SnapshotSchedule ${metadata.namespace ?? ''}/${metadata.name} means no policy of the files, so it runs nothing`,
    )

const volumesTaken = ({ policies, claims }: Story): ReadonlyArray<string> => {
  const names = policies.flatMap(({ spec, metadata }) =>
    (spec.sources ?? []).flatMap((source) =>
      'pvc' in source && !claims.some((claim) => isClaim(claim, metadata.namespace, source.pvc.name))
        ? [`${metadata.namespace ?? ''}/${source.pvc.name}`]
        : [],
    ),
  )
  return names.length === 0 ? [] : [`volumes taken to be there: ${[...new Set(names)].sort().join(', ')}`]
}

const isClaim = ({ metadata }: KubeObject, namespace: string | undefined, name: string): boolean =>
  metadata.namespace === namespace && metadata.name === name

const missingRepositories = (
  policy: SnapshotPolicy,
  repositories: ReadonlyArray<AnyRepository>,
): ReadonlyArray<AnyRepository> =>
  writtenTargets(policy.spec)
    .map((written) => resolveRepositoryRef(written, policy.metadata.namespace ?? ''))
    .filter((ref) => !repositories.some((repository) => describe(repository) === describeRepository(ref)))
    .map((ref) =>
      ref.kind === 'Repository'
        ? { ...SPARE, kind: ref.kind, metadata: { name: ref.name, namespace: ref.namespace }, spec: STORAGE }
        : {
            ...SPARE,
            kind: ref.kind,
            metadata: { name: ref.name },
            spec: { ...STORAGE, allowedNamespaces: { all: true } },
          },
    )

const SPARE = { apiVersion: API_VERSION } as const
const STORAGE = {
  backend: { filesystem: { path: '/repository' } },
  encryption: { passwordSecretRef: { name: 'assumed' } },
} as const

const ready = (repository: AnyRepository): AnyRepository => ({
  ...repository,
  status: { ...repository.status, phase: 'Ready' },
})

const describe = ({ kind, metadata }: AnyRepository): string =>
  describeRepository(
    kind === 'Repository'
      ? { kind, namespace: metadata.namespace ?? '', name: metadata.name }
      : { kind, name: metadata.name },
  )

const missingClaims = (
  { spec, metadata }: SnapshotPolicy,
  claims: ReadonlyArray<KubeObject>,
): ReadonlyArray<KubeObject> =>
  (spec.sources ?? []).flatMap((source, index) => {
    if (!('pvcSelector' in source)) return []
    const selector = source.pvcSelector.labelSelector ?? {}
    const matched = claims.some(
      (claim) =>
        claim.metadata.namespace === metadata.namespace && matchesSelector(selector, claim.metadata.labels ?? {}),
    )
    return matched
      ? []
      : [
          {
            apiVersion: 'v1',
            kind: 'PersistentVolumeClaim',
            metadata: {
              name: `assumed-${metadata.name}-${index}`,
              ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
              labels: { ...selector.matchLabels },
            },
          },
        ]
  })
