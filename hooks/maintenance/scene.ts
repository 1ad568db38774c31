import { maintenance, type Maintenance } from '../../api/kinds/maintenance'
import { API_VERSION } from '../../api/names/group'
import { readAs } from '../core/kube'
import type { RepositoryRef } from '../core/names'
import type { AnyRepository } from '../core/repository'
import type { Circumstances } from '../hook'
import { getNeed, type Need } from '../need'
import { startedOrStuck } from './stuck-run'
import { runOf, type Run } from './run'
import type { MaintenanceRequest } from './request'

/** The request arranged for deciding, with the Maintenance as it is now rather than as a cache had it. */
export interface Scene extends Circumstances {
  readonly maintenance: Maintenance
  readonly namespace: string
  readonly runs: ReadonlyArray<Run>
  readonly ref: RepositoryRef
  readonly repository?: AnyRepository
}

export const selfNeed = ({ metadata: { namespace = '', name } }: Maintenance): Need =>
  getNeed({ apiVersion: API_VERSION, kind: 'Maintenance', namespace, name })

/** Nothing, when the Maintenance of the request is not there any more or was not read. */
export const sceneOf = (request: MaintenanceRequest, circumstances: Circumstances): Scene | undefined => {
  const read = readAs(maintenance)(circumstances.reads, selfNeed(request.maintenance))
  return read._tag !== 'Found' ||
    read.value.metadata.uid !== request.maintenance.metadata.uid ||
    read.value.metadata.deletionTimestamp !== undefined
    ? undefined
    : {
        ...circumstances,
        maintenance: read.value,
        namespace: read.value.metadata.namespace ?? '',
        runs: request.jobs.map((job) => startedOrStuck(runOf(job), read.value, circumstances)),
        ref: request.ref,
        ...(request.repository === undefined ? {} : { repository: request.repository }),
      }
}
