import { policySource, type PolicySource } from '../../../kinds/shared/policy/source'
import type { SnapshotPolicy } from '../../../kinds/snapshot-policy'
import { Annotation } from '../../../names/annotations'
import { refuseIf, type Problems } from '../../problem'
import { hasHistory } from './history'

const ACCEPT = `would start a new history beside the present one: set annotation ${Annotation.allowIdentityChange} to accept that`

/** A policy with snapshots keeps the identity and paths they are found by. */
export const keepsIdentity = (policy: SnapshotPolicy, old: SnapshotPolicy): Problems =>
  !hasHistory(old) || (policy.metadata.annotations?.[Annotation.allowIdentityChange] ?? '') !== ''
    ? []
    : [
        ...identityPart(policy, old, 'username'),
        ...identityPart(policy, old, 'hostname'),
        ...pvcPaths(policy, old),
        ...strategies(policy, old),
      ]

/** An explicit part is compared with what the snapshots have; one that was taken away is a change as well. */
const identityPart = (policy: SnapshotPolicy, old: SnapshotPolicy, part: 'username' | 'hostname'): Problems => {
  const now = policy.spec.identity?.[part]
  const written = old.spec.identity?.[part]
  const recorded = written ?? old.status?.resolved?.identity?.[part]
  const changed = now === undefined ? written !== undefined : recorded !== undefined && now !== recorded
  return refuseIf(
    changed,
    `spec.identity.${part}`,
    `${JSON.stringify(now ?? 'the default')} in place of ${JSON.stringify(recorded)} ${ACCEPT}`,
  )
}

const pvcPaths = (policy: SnapshotPolicy, old: SnapshotPolicy): Problems => {
  const before = new Map((old.spec.sources ?? []).flatMap(pvcPath))
  return (policy.spec.sources ?? []).flatMap((source, index) =>
    pvcPath(source).flatMap(([name, path]) =>
      refuseIf(
        before.has(name) && before.get(name) !== path,
        `spec.sources[${index}].sourcePathOverride`,
        `path ${path} in place of ${before.get(name)} ${ACCEPT}`,
      ),
    ),
  )
}

const pvcPath = (source: PolicySource): ReadonlyArray<readonly [string, string]> =>
  'pvc' in source ? [[source.pvc.name, source.sourcePathOverride ?? `/pvc/${source.pvc.name}`]] : []

const strategies = (policy: SnapshotPolicy, old: SnapshotPolicy): Problems =>
  (policy.spec.sources ?? []).flatMap((source, index) => {
    const before = old.spec.sources?.[index]
    const selectors =
      before !== undefined && [source, before].every((each) => policySource.tagOf(each) === 'pvcSelector')
    return refuseIf(
      selectors && (source.sourcePathStrategy ?? 'PvcName') !== (before.sourcePathStrategy ?? 'PvcName'),
      `spec.sources[${index}].sourcePathStrategy`,
      `${source.sourcePathStrategy ?? 'PvcName'} ${ACCEPT}`,
    )
  })
