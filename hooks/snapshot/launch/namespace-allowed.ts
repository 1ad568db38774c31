import { kubeObject } from '../../../api/kubernetes/object'
import { admitsNamespace, describeRepository, wantsNamespaceLabels } from '../../core/repository'
import { chain, end, go, readStep, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { blockedOn } from '../waiting'
import type { RepositoryPlace } from './repository-of'

export const namespaceRef = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', name })

/** A ClusterRepository serves only the namespaces its owner admits; asked here too, for there may be no webhook. */
export const namespaceAllowed = (scene: Scene, place: RepositoryPlace): Step<RepositoryPlace, Move> => {
  const { spec } = place.repository
  if (!('allowedNamespaces' in spec)) return go(place)
  const allowed = spec.allowedNamespaces
  if (!wantsNamespaceLabels(allowed)) return verdict(scene, place, admitsNamespace(allowed, scene.namespace, undefined))
  return chain(readStep(kubeObject, scene.reads, namespaceRef(scene.namespace)), (read) =>
    verdict(
      scene,
      place,
      read._tag === 'Found' && admitsNamespace(allowed, scene.namespace, read.value.metadata.labels ?? {}),
    ),
  )
}

const verdict = (scene: Scene, place: RepositoryPlace, admitted: boolean): Step<RepositoryPlace, Move> =>
  admitted
    ? go(place)
    : end(
        blockedOn({
          reason: 'NamespaceNotAllowed',
          message: `${describeRepository(place.ref)} does not admit the namespace ${scene.namespace}; ask its owner to add it to spec.allowedNamespaces.`,
          action: 'ApplyGrant',
        }),
      )
