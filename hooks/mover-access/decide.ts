import * as E from 'fp-ts/Either'
import { clusterRepository } from '../../api/kinds/cluster-repository'
import type { KubeObject } from '../../api/kubernetes/object'
import { kindKey, type DecoratorRequest, type ObjectMap } from '../../api/metacontroller/sync'
import { API_VERSION } from '../../api/names/group'
import { homeNamespace } from '../core/repository'
import type { ChildDecision, Circumstances, Decision, HookFailure } from '../hook'
import type { Settings } from '../settings'
import { moverAccess } from './access'

const CLUSTER_REPOSITORIES = kindKey(API_VERSION, 'ClusterRepository')

const isHome =
  (namespace: string, settings: Settings) =>
  (object: KubeObject): boolean => {
    const decoded = clusterRepository.decode(object)
    return (
      decoded._tag === 'Right' &&
      homeNamespace({ kind: 'ClusterRepository', name: object.metadata.name }, decoded.right, settings) === namespace
    )
  }

const objectsOf = (related: ObjectMap, key: string): ReadonlyArray<KubeObject> => Object.values(related[key] ?? {})

/** Movers run where something of ours lives, and in the home namespaces of ClusterRepositories. */
const runsMovers = ({ object, related }: DecoratorRequest, settings: Settings): boolean =>
  Object.entries(related).some(([key, objects]) => key !== CLUSTER_REPOSITORIES && Object.keys(objects).length > 0) ||
  objectsOf(related, CLUSTER_REPOSITORIES).some(isHome(object.metadata.name, settings))

const inScope = (namespace: string, { onlyNamespace }: Settings): boolean =>
  onlyNamespace === undefined || onlyNamespace === namespace

const observedOf = ({ attachments }: DecoratorRequest): ReadonlyArray<KubeObject> =>
  Object.values(attachments).flatMap((objects) => Object.values(objects))

const isSame = (a: KubeObject, b: KubeObject): boolean =>
  a.kind === b.kind && a.metadata.name === b.metadata.name && a.metadata.namespace === b.metadata.namespace

const children = (
  wanted: ReadonlyArray<KubeObject>,
  observed: ReadonlyArray<KubeObject>,
): ReadonlyArray<ChildDecision> => [
  ...wanted.map((object): ChildDecision =>
    observed.some((one) => isSame(one, object))
      ? { _tag: 'keep', object }
      : { _tag: 'create', object, reason: 'movers run in this namespace' },
  ),
  ...observed
    .filter((object) => !wanted.some((one) => isSame(one, object)))
    .map((object): ChildDecision => ({ _tag: 'drop', object, reason: 'no mover runs in this namespace any more' })),
]

/** A dying namespace takes its content along and refuses new: what is there is kept, nothing is asked for. */
export const decide = (request: DecoratorRequest, { settings }: Circumstances): E.Either<HookFailure, Decision> => {
  const observed = observedOf(request)
  const namespace = request.object.metadata
  const wanted =
    inScope(namespace.name, settings) && runsMovers(request, settings)
      ? moverAccess(namespace.name, settings.mover.serviceAccount)
      : []
  const decided =
    namespace.deletionTimestamp === undefined
      ? children(wanted, observed)
      : observed.map((object): ChildDecision => ({ _tag: 'keep', object }))
  return E.right({ children: decided, effects: [] })
}
