import type { SnapshotPolicy, SnapshotPolicySpec, SnapshotPolicyStatus } from '../../api/kinds/snapshot-policy'
import { sourcePath } from '../core/identity'
import { present } from '../core/json/present'
import { lastCall } from '../core/memo/last-call'
import { writtenRef } from './slots/members'
import { identityOrNone } from './standing'
import { isMulti, type Target } from './target'

type Resolved = NonNullable<SnapshotPolicyStatus['resolved']>

/** Under which identity the policy's snapshots go. While a repository is not seen, what was resolved last stays. */
export const resolvedOf = ({ metadata, spec, status }: SnapshotPolicy, targets: ReadonlyArray<Target>) =>
  identitiesIn(targets, metadata, spec) ?? status?.resolved

const identitiesIn = lastCall(
  (
    targets: ReadonlyArray<Target>,
    metadata: SnapshotPolicy['metadata'],
    spec: SnapshotPolicySpec,
  ): Resolved | undefined => {
    const policy = { metadata, spec }
    const identities = targets.map((target) => ({ target, identity: identityOrNone(policy, target) }))
    if (identities.some(({ identity }) => identity === undefined)) return undefined
    const sources = (policy.spec.sources ?? []).flatMap((source) => {
      const path = sourcePath(source)
      return path === undefined
        ? []
        : [
            {
              ...('pvc' in source ? { pvc: `${policy.metadata.namespace ?? ''}/${source.pvc.name}` } : {}),
              sourcePath: path,
            },
          ]
    })
    const [only] = identities
    return {
      ...(isMulti(policy.spec)
        ? {
            repositories: identities.map(({ target, identity }) => ({
              repository: writtenRef(target.ref),
              ...present(identity, (known) => ({ identity: known })),
            })),
          }
        : present(only?.identity, (known) => ({
            identity: { ...known, ...present(sources[0]?.sourcePath, (path) => ({ sourcePath: path })) },
          }))),
      sources,
    }
  },
)

const LIMIT = 63

/** Names of the repositories for a table, at most 63 characters; those left out are counted. */
export const repositorySummary = lastCall((targets: ReadonlyArray<Target>): string => {
  const names = targets.map(({ ref }) => ref.name)
  const shown = names.map((_, index) => {
    const rest = names.length - index - 1
    return `${names.slice(0, index + 1).join(', ')}${rest === 0 ? '' : ` +${rest}`}`
  })
  const [first = ''] = shown
  return shown.findLast((text) => text.length <= LIMIT) ?? first.slice(0, LIMIT)
})
