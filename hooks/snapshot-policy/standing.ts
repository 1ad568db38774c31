import type { SnapshotPolicy, SnapshotPolicySpec } from '../../api/kinds/snapshot-policy'
import { API_VERSION } from '../../api/names/group'
import { snapshotPolicyRules } from '../../api/validation/snapshot-policy'
import { resolveIdentity, type PolicyIdentity } from '../core/identity'
import { lastCall } from '../core/memo/last-call'
import { describeRepository, isReady } from '../core/repository'
import type { Settings } from '../settings'
import type { Target } from './target'

/** Whether the policy can be acted on, and what its condition says. */
export type Standing =
  | { readonly _tag: 'OutOfScope'; readonly namespace: string }
  /** The spec, or the repository's identity expression, has to be changed. */
  | { readonly _tag: 'Invalid'; readonly field: string; readonly message: string }
  | { readonly _tag: 'Usable'; readonly waiting: ReadonlyArray<string> }

export const standingOf = (
  { metadata, spec }: SnapshotPolicy,
  targets: ReadonlyArray<Target>,
  { onlyNamespace }: Pick<Settings, 'onlyNamespace'>,
): Standing =>
  onlyNamespace !== undefined && metadata.namespace !== onlyNamespace
    ? { _tag: 'OutOfScope', namespace: onlyNamespace }
    : judged(targets, metadata, spec)

const judged = lastCall(
  (targets: ReadonlyArray<Target>, metadata: SnapshotPolicy['metadata'], spec: SnapshotPolicySpec): Standing => {
    const policy = { apiVersion: API_VERSION, kind: 'SnapshotPolicy', metadata, spec } as const
    const [problem] = snapshotPolicyRules.shared(policy)
    if (problem !== undefined) return { _tag: 'Invalid', ...problem }
    const unresolved = targets.map((target) => identityIn(policy, target)).find((one) => one?._tag === 'Left')
    return unresolved?._tag === 'Left'
      ? { _tag: 'Invalid', ...unresolved.left }
      : { _tag: 'Usable', waiting: targets.flatMap(waitingFor) }
  },
)

/** Identity in one repository; absent while the repository is not seen. */
export const identityIn = (
  policy: Pick<SnapshotPolicy, 'metadata' | 'spec'>,
  { object }: Target,
): ReturnType<typeof resolveIdentity> | undefined =>
  object === undefined ? undefined : resolveIdentity(policy, object.spec.identityDefaults)

export const identityOrNone = (
  policy: Pick<SnapshotPolicy, 'metadata' | 'spec'>,
  target: Target,
): PolicyIdentity | undefined => {
  const identity = identityIn(policy, target)
  return identity?._tag === 'Right' ? identity.right : undefined
}

export const isTargetReady = ({ object }: Target): boolean => object !== undefined && isReady(object)

const waitingFor = ({ ref, object }: Target): ReadonlyArray<string> =>
  object === undefined
    ? [`${describeRepository(ref)} does not exist: create it, or name another one`]
    : isReady(object)
      ? []
      : [`${describeRepository(ref)} is ${object.status?.phase ?? 'not connected yet'}: see its conditions`]
