import type { SnapshotPolicy } from '../../../kinds/snapshot-policy'

/** What is allowed and yet probably not meant. */
export const policyWarnings = ({ spec }: SnapshotPolicy): ReadonlyArray<string> => {
  const sources = spec.sources ?? []
  return [
    ...(sources.length > 1 && !sources.some((source) => 'pvcSelector' in source)
      ? ['spec.sources: only the first source is backed up, since none is a pvcSelector: use one policy for each']
      : []),
    ...(sources.some((source) => 'nfs' in source) && onlyFsGroup({ spec })
      ? [
          'spec.mover.podSecurityContext.fsGroup: is never applied to NFS; set securityContext.runAsUser or supplementalGroups to an owner of the export',
        ]
      : []),
    ...(spec.verification?.deep?.storageClassName !== undefined && spec.verification.deep.capacity === undefined
      ? ['spec.verification.deep.storageClassName: has no effect without capacity']
      : []),
  ]
}

const onlyFsGroup = ({ spec: { mover } }: Pick<SnapshotPolicy, 'spec'>): boolean => {
  const pod = mover?.podSecurityContext
  return (
    pod?.fsGroup !== undefined &&
    pod.runAsUser === undefined &&
    mover?.securityContext?.runAsUser === undefined &&
    (pod.supplementalGroups ?? []).length === 0
  )
}
