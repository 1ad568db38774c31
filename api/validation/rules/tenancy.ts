import { allowedNamespaces, clusterRepository } from '../../kinds/cluster-repository'
import type { RepositoryRef } from '../../kinds/shared/reference'
import { matchesSelector } from '../../kubernetes/matches-selector'
import type { Surroundings } from '../kind-rules'
import { refuseIf, type Problems } from '../problem'

/** Whether a namespace may use a ClusterRepository, as far as it is known. */
export const mayUse = (
  ref: RepositoryRef,
  namespace: string,
  field: string,
  { find, namespaceLabels }: Surroundings,
): Problems => {
  const found =
    ref.kind === 'ClusterRepository'
      ? clusterRepository.decode(find({ kind: 'ClusterRepository', name: ref.name }))
      : undefined
  if (found === undefined || found._tag === 'Left') return []
  const labels = namespaceLabels?.(namespace)
  const isAllowed = allowedNamespaces.match(found.right.spec.allowedNamespaces, {
    all: () => true,
    list: (names) => names.includes(namespace),
    selector: (selector) => labels === undefined || matchesSelector(selector, labels),
  })
  return refuseIf(
    !isAllowed,
    field,
    `namespace ${namespace} may not use ClusterRepository ${ref.name}: ask its owner to add it to spec.allowedNamespaces`,
  )
}
