import { groupOf, type KindDefinition } from './api/kind-definition'
import type { Store } from './api/store'
import type { ApiResource, Discovery } from './metacontroller/discovery'

/** The kinds of an in-memory API, always as they are now. */
export const storeDiscovery = (store: Store): Discovery => ({
  byResource: (apiVersion, plural) =>
    found(store.kinds().find((kind) => kind.apiVersion === apiVersion && kind.plural === plural)),
  byKind: (apiVersion, kind) => found(store.kind(apiVersion, kind)),
})

const found = (kind: KindDefinition | undefined): ApiResource | undefined =>
  kind === undefined ? undefined : resourceOf(kind)

const resourceOf = ({
  apiVersion,
  kind,
  plural,
  namespaced,
  statusSubresource,
  conditionalUpdate,
}: KindDefinition): ApiResource => ({
  apiVersion,
  kind,
  plural,
  namespaced,
  statusSubresource,
  custom: conditionalUpdate && groupOf(apiVersion).includes('.'),
})
