import type { KubeObject } from '../../../api/kubernetes/object'

const NAME_LABEL = 'kubernetes.io/metadata.name'

export const namespaceDefaults = (namespace: KubeObject): KubeObject => ({
  ...namespace,
  metadata: { ...namespace.metadata, labels: { ...namespace.metadata.labels, [NAME_LABEL]: namespace.metadata.name } },
  spec: namespace['spec'] ?? { finalizers: ['kubernetes'] },
  status: namespace['status'] ?? { phase: 'Active' },
})
