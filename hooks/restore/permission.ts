import * as E from 'fp-ts/Either'
import * as t from 'io-ts'
import { objectMeta } from '../../api/kubernetes/object'
import { Annotation } from '../../api/names/annotations'
import { readAs } from '../core/kube'
import { elevation, type NamedLayer } from '../core/mover-job'
import type { Circumstances } from '../hook'
import { getNeed } from '../need'
import { ask, wait, type Step } from './walk'

const namespaceObject = t.type({ metadata: objectMeta })

/**
 * A mover with more rights than the hardened base needs the word of its namespace. Where the service may not read
 * Namespaces it is let through: the API server's own admission still judges the pod.
 */
export const moverPermitted = (
  namespace: string,
  layers: ReadonlyArray<NamedLayer>,
  { reads }: Circumstances,
): Step<void> => {
  const elevated = elevation(layers)
  if (elevated === undefined) return E.right(undefined)
  const need = getNeed({ apiVersion: 'v1', kind: 'Namespace', name: namespace })
  const read = readAs(namespaceObject)(reads, need)
  if (read._tag === 'NotRead') return ask(need)
  if (read._tag === 'Forbidden') return E.right(undefined)
  return read._tag === 'Found' && read.value.metadata.annotations?.[Annotation.privilegedMovers] === 'true'
    ? E.right(undefined)
    : wait({ _tag: 'PrivilegedMover', what: elevated.what.join(', '), from: elevated.from, namespace })
}
