import * as t from 'io-ts'
import { clusterRepository } from '../../api/kinds/cluster-repository'
import { maintenance, type Maintenance } from '../../api/kinds/maintenance'
import { repository } from '../../api/kinds/repository'
import { restore, type Restore } from '../../api/kinds/restore'
import { snapshot, type Snapshot } from '../../api/kinds/snapshot'
import type { KubeObject } from '../../api/kubernetes/object'
import { compositeRequest, kindKey, type ObjectMap } from '../../api/metacontroller/sync'
import { API_VERSION } from '../../api/names/group'
import type { AnyRepository } from '../core/repository'

/** A sync call of either kind of repository. */
export interface RepositoryRequest {
  readonly repository: AnyRepository
  readonly jobs: ReadonlyArray<KubeObject>
  readonly maintenances: ReadonlyArray<KubeObject>
  readonly related: {
    readonly snapshots: ReadonlyArray<Snapshot>
    readonly restores: ReadonlyArray<Restore>
    readonly maintenances: ReadonlyArray<Maintenance>
  }
}

export const repositoryCodec: t.Decoder<unknown, AnyRepository> = t.union([repository, clusterRepository])

/** Related objects that do not decode are passed over: what depends on all of them is read live. */
export const requestCodec: t.Decoder<unknown, RepositoryRequest> = new t.Type<RepositoryRequest, unknown, unknown>(
  'RepositoryRequest',
  (_): _ is RepositoryRequest => false,
  (body, context) => {
    const call = compositeRequest.decode(body)
    if (call._tag === 'Left') return call
    const parent = repositoryCodec.decode(call.right.parent)
    return parent._tag === 'Left'
      ? t.failures(parent.left.map((error) => ({ ...error, context: [...context, ...error.context] })))
      : t.success(arrange(parent.right, call.right.children, call.right.related))
  },
  t.identity,
)

const arrange = (parent: AnyRepository, children: ObjectMap, related: ObjectMap): RepositoryRequest => ({
  repository: parent,
  jobs: Object.values(children[kindKey('batch/v1', 'Job')] ?? {}),
  maintenances: Object.values(children[kindKey(API_VERSION, 'Maintenance')] ?? {}),
  related: {
    snapshots: decoded(snapshot, related, 'Snapshot'),
    restores: decoded(restore, related, 'Restore'),
    maintenances: decoded(maintenance, related, 'Maintenance'),
  },
})

const decoded = <A>(codec: t.Decoder<unknown, A>, related: ObjectMap, kind: string): ReadonlyArray<A> =>
  Object.values(related[kindKey(API_VERSION, kind)] ?? {}).flatMap((object) => {
    const result = codec.decode(object)
    return result._tag === 'Right' ? [result.right] : []
  })
