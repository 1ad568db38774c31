import { repositoryNeed } from '../core/repository'
import type { Circumstances } from '../hook'
import type { Need } from '../need'
import { movesNothing, unread } from '../core/current'
import { decide } from './decide'
import { namespaceNeeds } from './allowed-namespaces'
import { deletionNeeds } from './deletion/decide-deletions'
import { discoveryNeeds } from './discovery/decide-discovery'
import { observe, refOf, type Observed } from './observed'
import { grantNeeds } from './pool/decide-grants'
import type { RepositoryRequest } from './request'

/** The repository itself first; what else depends on how it really stands. A call that moves nothing reads nothing. */
export const needs = (request: RepositoryRequest, circumstances: Circumstances): ReadonlyArray<Need> => {
  if (isAtRest(request, circumstances)) return []
  const self = repositoryNeed(refOf(request.repository))
  const observed = observe(request, circumstances)
  return observed === undefined || !observed.isLive || observed.repository.metadata.deletionTimestamp !== undefined
    ? [self]
    : [self, ...further(observed, circumstances)]
}

const further = (observed: Observed, circumstances: Circumstances): ReadonlyArray<Need> => [
  ...discoveryNeeds(observed, circumstances),
  ...deletionNeeds(observed, circumstances),
  ...grantNeeds(observed, circumstances.settings),
  ...namespaceNeeds(observed.repository),
]

/** Connected, told, and nothing under way that came a step further. */
const isAtRest = (request: RepositoryRequest, circumstances: Circumstances): boolean => {
  const { status, metadata } = request.repository
  const isSettled =
    status?.phase === 'Ready' && status.uniqueId !== undefined && metadata.deletionTimestamp === undefined
  if (!isSettled) return false
  const before = unread(circumstances)
  const observed = observe(request, before)
  return (
    observed !== undefined &&
    movesNothing(status, { needs: further(observed, before), decide: () => decide(request, before) })
  )
}
