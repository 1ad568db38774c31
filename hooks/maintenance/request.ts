import * as t from 'io-ts'
import { clusterRepository } from '../../api/kinds/cluster-repository'
import { maintenance, type Maintenance } from '../../api/kinds/maintenance'
import { repository } from '../../api/kinds/repository'
import type { KubeObject } from '../../api/kubernetes/object'
import { compositeRequest, kindKey, type ObjectMap } from '../../api/metacontroller/sync'
import { API_VERSION } from '../../api/names/group'
import type { RepositoryRef } from '../core/names'
import { resolveRepositoryRef, type AnyRepository } from '../core/repository'

/** A sync call of a Maintenance. */
export interface MaintenanceRequest {
  readonly maintenance: Maintenance
  readonly jobs: ReadonlyArray<KubeObject>
  readonly ref: RepositoryRef
  /** Absent where there is none of that name, or none that can be read. */
  readonly repository?: AnyRepository
}

export const refOfMaintenance = ({ spec, metadata }: Maintenance): RepositoryRef =>
  resolveRepositoryRef(spec.repository, metadata.namespace ?? '')

export const requestCodec: t.Decoder<unknown, MaintenanceRequest> = new t.Type<MaintenanceRequest, unknown, unknown>(
  'MaintenanceRequest',
  (_): _ is MaintenanceRequest => false,
  (body, context) => {
    const call = compositeRequest.decode(body)
    if (call._tag === 'Left') return call
    const parent = maintenance.decode(call.right.parent)
    return parent._tag === 'Left'
      ? t.failures(parent.left.map((error) => ({ ...error, context: [...context, ...error.context] })))
      : t.success(arrange(parent.right, call.right.children, call.right.related))
  },
  t.identity,
)

const arrange = (parent: Maintenance, children: ObjectMap, related: ObjectMap): MaintenanceRequest => {
  const ref = refOfMaintenance(parent)
  const found =
    related[kindKey(API_VERSION, ref.kind)]?.[ref.kind === 'Repository' ? `${ref.namespace}/${ref.name}` : ref.name]
  const decoded = (ref.kind === 'Repository' ? repository : clusterRepository).decode(found)
  return {
    maintenance: parent,
    jobs: Object.values(children[kindKey('batch/v1', 'Job')] ?? {}),
    ref,
    ...(decoded._tag === 'Right' ? { repository: decoded.right } : {}),
  }
}
