import type { KubeClient, ListQuery } from '../../../api/kubernetes/client'
import { resourceOf } from './resource'

/** The same client for a service that may read one namespace only: lists of all namespaces become lists of that one. */
export const scopedClient = (client: KubeClient, namespace: string): KubeClient => {
  const within = <Query extends ListQuery>(query: Query): Query =>
    query.namespace === undefined && resourceOf(query.apiVersion, query.kind)?.namespaced === true
      ? { ...query, namespace }
      : query
  return {
    ...client,
    list: (query) => client.list(within(query)),
    watch: (query, handlers) => client.watch(within(query), handlers),
  }
}
