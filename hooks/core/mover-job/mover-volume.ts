import type { Opaque } from './mover-layer'

/** One folder of the mover and what lies behind it. */
export interface MoverVolume {
  readonly name: string
  readonly mountPath: string
  /** `ReadOnlyMount`: the kubelet may set the fsGroup on the volume, the mover still cannot write to it. */
  readonly access: 'ReadOnly' | 'ReadOnlyMount' | 'ReadWrite'
  readonly from:
    | { readonly claim: string }
    | { readonly nfs: { readonly server: string; readonly path: string } }
    /** An empty folder that lives as long as the pod. */
    | { readonly scratch: true }
}

export const podVolume = ({ name, access, from }: MoverVolume): Opaque => {
  const readOnly = access === 'ReadOnly' ? { readOnly: true } : {}
  if ('scratch' in from) return { name, emptyDir: {} }
  return 'claim' in from
    ? { name, persistentVolumeClaim: { claimName: from.claim, ...readOnly } }
    : { name, nfs: { server: from.nfs.server, path: from.nfs.path, ...readOnly } }
}

export const volumeMount = ({ name, mountPath, access }: MoverVolume): Opaque => ({
  name,
  mountPath,
  ...(access === 'ReadWrite' ? {} : { readOnly: true }),
})
