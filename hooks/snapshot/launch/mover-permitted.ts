import { kubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { elevation, type NamedLayer } from '../../core/mover-job'
import { chain, end, go, readStep, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { blockedOn } from '../waiting'
import { namespaceRef } from './namespace-allowed'

/** A mover with more rights than the hardened one needs the namespace's word. A Namespace that may not be read gives it. */
export const moverPermitted = (scene: Scene, layers: ReadonlyArray<NamedLayer>): Step<true, Move> => {
  const elevated = elevation(layers)
  if (elevated === undefined) return go(true)
  return chain(readStep(kubeObject, scene.reads, namespaceRef(scene.namespace)), (read) => {
    const permitted =
      read._tag === 'Forbidden' ||
      (read._tag === 'Found' && read.value.metadata.annotations?.[Annotation.privilegedMovers] === 'true')
    return permitted ? go(true) : end(notPermitted(scene.namespace, elevated))
  })
}

const notPermitted = (
  namespace: string,
  { from, what }: { readonly from: string; readonly what: ReadonlyArray<string> },
): Move => {
  const message = `${from} asks for ${what.join(', ')}, which namespace ${namespace} does not allow. An administrator can: kubectl annotate namespace ${namespace} ${Annotation.privilegedMovers}=true`
  return blockedOn({
    reason: 'PrivilegedMoverNotPermitted',
    message,
    conditions: [{ type: 'MoverPermitted', status: 'False', reason: 'PrivilegedMoverNotPermitted', message }],
    action: 'AnnotateNamespaceForPrivilegedMovers',
  })
}
