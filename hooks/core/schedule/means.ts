import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { matchesSelector } from '../kube'

/** Whether a schedule means a policy. Both lie in one namespace: a reference to another one is refused. */
export const means = ({ spec, metadata }: SnapshotSchedule, policy: SnapshotPolicy): boolean => {
  if (metadata.namespace !== policy.metadata.namespace) return false
  if ('policySelector' in spec) return matchesSelector(spec.policySelector, policy.metadata.labels ?? {})
  const { policyRef } = spec
  return (
    policyRef !== undefined &&
    policyRef.name === policy.metadata.name &&
    (policyRef.namespace === undefined || policyRef.namespace === policy.metadata.namespace)
  )
}
