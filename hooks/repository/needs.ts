import { repositoryNeed } from '../core/repository'
import type { Circumstances } from '../hook'
import type { Need } from '../need'
import { namespaceNeeds } from './allowed-namespaces'
import { deletionNeeds } from './deletion/decide-deletions'
import { discoveryNeeds } from './discovery/decide-discovery'
import { observe, refOf } from './observed'
import { grantNeeds } from './pool/decide-grants'
import type { RepositoryRequest } from './request'

/** The repository itself first; what else depends on how it really stands. */
export const needs = (request: RepositoryRequest, circumstances: Circumstances): ReadonlyArray<Need> => {
  const self = repositoryNeed(refOf(request.repository))
  const observed = observe(request, circumstances)
  return observed === undefined || !observed.isLive || observed.repository.metadata.deletionTimestamp !== undefined
    ? [self]
    : [
        self,
        ...discoveryNeeds(observed, circumstances),
        ...deletionNeeds(observed, circumstances),
        ...grantNeeds(observed, circumstances.settings),
        ...namespaceNeeds(observed.repository),
      ]
}
