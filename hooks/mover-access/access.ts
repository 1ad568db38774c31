import type { KubeObject } from '../../api/kubernetes/object'
import { Label, MANAGED_BY } from '../../api/names/labels'
import { MOVER_ROLE } from '../core/mover-job'

const labels = { [Label.managedBy]: MANAGED_BY, [Label.component]: 'mover' }

const serviceAccount = (namespace: string, name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace, labels },
})

const roleBinding = (namespace: string, name: string): KubeObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: { name, namespace, labels },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: MOVER_ROLE },
  subjects: [{ kind: 'ServiceAccount', name, namespace }],
})

/** Who movers are in one namespace, and what they may do there. */
export const moverAccess = (namespace: string, account: string): ReadonlyArray<KubeObject> => [
  serviceAccount(namespace, account),
  roleBinding(namespace, account),
]
