import type { Restore } from '../../../api/kinds/restore'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import { namespaceOf } from '../names'
import type { NewClaim } from './target'

/** The claim of `target.pvc`. It has no owner: the data outlives the Restore, however that is deleted. */
export const newClaim = (restore: Pick<Restore, 'metadata'>, wanted: NewClaim): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: {
    name: wanted.name,
    namespace: namespaceOf(restore),
    labels: { [Label.managedBy]: MANAGED_BY, [Label.op]: 'restore-target' },
  },
  spec: {
    accessModes: (wanted.accessModes ?? []).length === 0 ? ['ReadWriteOnce'] : wanted.accessModes,
    resources: { requests: { storage: wanted.capacity } },
    ...(wanted.storageClassName === undefined ? {} : { storageClassName: wanted.storageClassName }),
  },
})
