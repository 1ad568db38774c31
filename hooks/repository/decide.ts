import * as E from 'fp-ts/Either'
import type { Circumstances, Decision, HookFailure } from '../hook'
import { decideDeletions } from './deletion/decide-deletions'
import { decideDiscovery } from './discovery/decide-discovery'
import { effectsOf } from './effects'
import { jobChildren, stub } from './job-children'
import { maintenanceChildren } from './maintenance-child/maintenance-children'
import { observe, type Observed } from './observed'
import { decideGrants } from './pool/decide-grants'
import type { RepositoryRequest } from './request'
import { resyncSeconds } from './resync'
import { notActedOn } from './not-acted-on'
import { statusOf } from './status'

/** One answer for both kinds of repository. */
export const decide = (request: RepositoryRequest, circumstances: Circumstances): E.Either<HookFailure, Decision> => {
  const observed = observe(request, circumstances)
  return E.right(
    observed === undefined || observed.repository.metadata.deletionTimestamp !== undefined
      ? untouched(request)
      : notActedOn(observed, circumstances.settings) === undefined
        ? settled(request, observed, circumstances)
        : { ...untouched(request), status: statusOf(observed, circumstances, nothingFound(observed)) },
  )
}

const settled = (request: RepositoryRequest, observed: Observed, circumstances: Circumstances): Decision => {
  const discovery = decideDiscovery(observed, circumstances)
  const deletions = decideDeletions(observed, circumstances)
  const status = statusOf(observed, circumstances, { status: discovery.status, conditions: deletions.conditions })
  return {
    status,
    children: [
      ...jobChildren(observed, { discovery, deletions }, circumstances),
      ...maintenanceChildren(observed, request),
    ],
    effects: effectsOf(observed, { discovery, deletions, grants: decideGrants(observed, circumstances), status }),
    resyncAfterSeconds: resyncSeconds(observed, status, [...discovery.wakeAt, ...deletions.wakeAt], circumstances.now),
  }
}

/** A repository that is going or gone, or not ours to act on: everything stays as it is. */
const untouched = ({ repository, jobs, maintenances }: RepositoryRequest): Decision => ({
  status: repository.status ?? {},
  children: [...jobs.map((job) => stub(job)), ...maintenances].map((object) => ({ _tag: 'keep', object })),
  effects: [],
})

const nothingFound = ({ repository }: Observed) => ({ status: repository.status ?? {}, conditions: [] })
