import type { MintingMember } from '../../../api/kinds/shared/schedule-memory'
import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { baseName, groupName, memberName } from '../../core/identity'
import { present } from '../../core/json/present'
import type { RepositoryRef } from '../../core/names'
import type { Instant } from '../../core/time/instant'
import { isMulti, type Target } from '../target'
import type { SourceMember } from './sources'

/** Most Snapshots that one slot makes, and that one policy has. */
export const FANOUT_CAP = 400
export const CHILDREN_CAP = 5000

/** The Snapshots of one slot: every member of the sources in every repository, by name. */
export const membersOf = (
  policy: SnapshotPolicy,
  { metadata, spec }: SnapshotSchedule,
  slot: Instant,
  { sources, targets }: { readonly sources: ReadonlyArray<SourceMember>; readonly targets: ReadonlyArray<Target> },
): ReadonlyArray<MintingMember> => {
  const namespace = policy.metadata.namespace ?? ''
  const base = baseName(metadata.name, 'policySelector' in spec ? policy.metadata.name : undefined, slot)
  const repositories = isMulti(policy.spec) ? targets.map(({ ref }) => ref) : [undefined]
  return sources
    .flatMap((source) =>
      repositories.map((repository) => ({
        name: memberName(base, namespace, {
          ...present(source.claim, (claim) => ({ claim })),
          ...present(repository, (ref) => ({ repository: ref })),
        }),
        ...present(source.sourceIndex, (sourceIndex) => ({ sourceIndex })),
        ...present(source.claim, ({ name, namespace: of }) => ({ pvc: { name, namespace: of } })),
        ...present(groupOf(policy, source, sources), (sourceIndex) => ({
          group: groupName(base, { namespace, sourceIndex, ...present(repository, (ref) => ({ repository: ref })) }),
        })),
        ...present(repository, (ref) => ({ repository: writtenRef(ref) })),
      })),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Claims of one source are captured together where the policy says so in words and there are several. */
const groupOf = (
  { spec }: SnapshotPolicy,
  { sourceIndex }: SourceMember,
  sources: ReadonlyArray<SourceMember>,
): number | undefined =>
  spec.groupBy === 'VolumeGroupSnapshot' &&
  (spec.copyMethod ?? 'Snapshot') === 'Snapshot' &&
  sources.filter((other) => other.sourceIndex === sourceIndex).length > 1
    ? sourceIndex
    : undefined

/** The reference as a Snapshot pins it: a namespace exactly where the kind has one. */
export const writtenRef = (ref: RepositoryRef): NonNullable<MintingMember['repository']> =>
  ref.kind === 'Repository'
    ? { kind: ref.kind, name: ref.name, namespace: ref.namespace }
    : { kind: ref.kind, name: ref.name }
