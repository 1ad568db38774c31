import type { PolicySource } from '../../../api/kinds/shared/policy/source'

export interface Claim {
  readonly namespace: string
  readonly name: string
}

/** Path of a source that is one thing, in the mover and in kopia alike; nothing for a selector, which is many. */
export const sourcePath = (source: PolicySource): string | undefined => {
  if ('pvcSelector' in source) return undefined
  if (source.sourcePathOverride !== undefined) return source.sourcePathOverride
  if ('pvc' in source) return `/pvc/${source.pvc.name}`
  if ('nfs' in source) return source.nfs.path === '/' ? '/nfs' : source.nfs.path
  return `/stream/${source.stream.fileName}`
}

/** Path of one claim that a selector matched. */
export const memberPath = (
  source: Pick<PolicySource, 'sourcePathOverride' | 'sourcePathStrategy'>,
  { namespace, name }: Claim,
): string =>
  source.sourcePathOverride ??
  (source.sourcePathStrategy === 'PvcNamespacedName' ? `/pvc/${namespace}/${name}` : `/pvc/${name}`)
