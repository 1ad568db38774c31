import type { KubeObject } from '../../../api/kubernetes/object'
import { isObject } from '../json-shape'
import { canonicalQuantities } from '../quantity'
import { protectedAtBirth } from './protection'

/** Put on every new volume, and taken off a dying one when no claim is bound to it. */
export const VOLUME_PROTECTION = 'kubernetes.io/pv-protection'

export const volumeDefaults = (volume: KubeObject): KubeObject => {
  const spec = isObject(volume['spec']) ? volume['spec'] : {}
  const hostPath = spec['hostPath']
  return {
    ...protectedAtBirth(volume, VOLUME_PROTECTION),
    spec: {
      ...spec,
      persistentVolumeReclaimPolicy: spec['persistentVolumeReclaimPolicy'] ?? 'Retain',
      volumeMode: spec['volumeMode'] ?? 'Filesystem',
      ...(isObject(hostPath) ? { hostPath: { ...hostPath, type: hostPath['type'] ?? '' } } : {}),
      ...(isObject(spec['capacity']) ? canonicalQuantities({ capacity: spec['capacity'] }) : {}),
    },
    status: volume['status'] ?? { phase: 'Pending' },
  }
}

export const storageClassDefaults = (storageClass: KubeObject): KubeObject => ({
  ...storageClass,
  reclaimPolicy: storageClass['reclaimPolicy'] ?? 'Delete',
  volumeBindingMode: storageClass['volumeBindingMode'] ?? 'Immediate',
})
