import type { AllowedNamespaces } from '../../../api/kinds/cluster-repository'
import { matchesSelector } from '../kube/label-selector'

/** The labels of a namespace; absent where the Namespace could not be read, which admits nothing. */
export type NamespaceLabels = { readonly [key: string]: string } | undefined

/** Whether a ClusterRepository may be used from a namespace. An unknown operator or missing labels admit nothing. */
export const admitsNamespace = (allowed: AllowedNamespaces, namespace: string, labels: NamespaceLabels): boolean => {
  if ('all' in allowed) return allowed.all
  if ('list' in allowed) return allowed.list.includes(namespace)
  return labels !== undefined && matchesSelector(allowed.selector, labels)
}

/** Only a selector has to see the labels of the namespace. */
export const wantsNamespaceLabels = (allowed: AllowedNamespaces): boolean => 'selector' in allowed
