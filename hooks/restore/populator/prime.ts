import type { KubeObject } from '../../../api/kubernetes/object'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import type { UserClaim } from './user-claim'

/** Node that the scheduler chose for the first consumer of a claim. */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node'

/** The claim that is filled in the place of another; its name is made of that one's UID. */
export const primeName = (claimUid: string): string => `prime-${claimUid}`

const NOT_COPIED = ['dataSource', 'dataSourceRef', 'volumeName', 'selector']

/** Like the claim it stands for. It has no owner: until the data is handed over it is the only place where it lies. */
export const primeClaim = ({ metadata, spec }: UserClaim): KubeObject => {
  const node = metadata.annotations?.[SELECTED_NODE]
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: primeName(metadata.uid ?? ''),
      ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
      labels: { [Label.managedBy]: MANAGED_BY, [Label.op]: 'restore-populate' },
      ...(node === undefined ? {} : { annotations: { [SELECTED_NODE]: node } }),
    },
    spec: Object.fromEntries(Object.entries(spec ?? {}).filter(([field]) => !NOT_COPIED.includes(field))),
  }
}
