import { kubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { readAs } from '../../core/kube'
import { elevation, type Elevation } from '../../core/mover-job'
import { admitsNamespace, describeRepository, wantsNamespaceLabels, type AnyRepository } from '../../core/repository'
import { getNeed, type Need } from '../../need'
import type { Scene } from '../scene'
import { isManagedBy } from './is-managed-by'
import { moverLayers } from './mover-layers'

/** Whether the namespace may do what the run does: use the repository, and run a mover with these rights. */
export type Permission =
  | { readonly _tag: 'Granted' }
  | { readonly _tag: 'NotRead' }
  | {
      readonly _tag: 'Refused'
      readonly reason: 'NamespaceNotAllowed' | 'PrivilegedMoverNotPermitted'
      readonly message: string
      readonly action: string
    }

export const permissionNeeds = (scene: Scene, repository: AnyRepository): ReadonlyArray<Need> =>
  elevationOf(scene, repository) !== undefined || asksForLabels(scene, repository) ? [namespaceNeed(scene)] : []

export const permission = (scene: Scene, repository: AnyRepository): Permission => {
  if (isUnread(scene, repository)) return { _tag: 'NotRead' }
  const elevated = elevationOf(scene, repository)
  if (!isAdmitted(scene, repository)) return notAllowed(scene)
  return elevated === undefined || isOptedIn(scene) ? { _tag: 'Granted' } : notPermitted(scene, elevated)
}

const namespaceNeed = ({ namespace }: Scene): Need => getNeed({ apiVersion: 'v1', kind: 'Namespace', name: namespace })

const readNamespace = (scene: Scene) => readAs(kubeObject)(scene.reads, namespaceNeed(scene))

const isUnread = (scene: Scene, repository: AnyRepository): boolean =>
  permissionNeeds(scene, repository).length > 0 && readNamespace(scene)._tag === 'NotRead'

const elevationOf = (scene: Scene, repository: AnyRepository): Elevation | undefined =>
  elevation(moverLayers(scene, repository))

/** What a repository made for itself needs nobody's leave. */
const allowedOf = ({ maintenance }: Scene, repository: AnyRepository) =>
  'allowedNamespaces' in repository.spec && !isManagedBy(maintenance, repository)
    ? repository.spec.allowedNamespaces
    : undefined

const asksForLabels = (scene: Scene, repository: AnyRepository): boolean => {
  const allowed = allowedOf(scene, repository)
  return allowed !== undefined && wantsNamespaceLabels(allowed)
}

const isAdmitted = (scene: Scene, repository: AnyRepository): boolean => {
  const allowed = allowedOf(scene, repository)
  if (allowed === undefined) return true
  const read = readNamespace(scene)
  return admitsNamespace(
    allowed,
    scene.namespace,
    read._tag === 'Found' ? (read.value.metadata.labels ?? {}) : undefined,
  )
}

/** A Namespace that may not be read counts as opted in: one-namespace installations have no right to look at it. */
const isOptedIn = (scene: Scene): boolean => {
  const read = readNamespace(scene)
  return (
    read._tag === 'Forbidden' ||
    (read._tag === 'Found' && read.value.metadata.annotations?.[Annotation.privilegedMovers] === 'true')
  )
}

const notAllowed = ({ ref, namespace }: Scene): Permission => ({
  _tag: 'Refused',
  reason: 'NamespaceNotAllowed',
  message: `${describeRepository(ref)} does not admit namespace ${namespace}; ask its owner to add it to spec.allowedNamespaces.`,
  action: 'ApplyGrant',
})

const notPermitted = ({ namespace }: Scene, { from, what }: Elevation): Permission => ({
  _tag: 'Refused',
  reason: 'PrivilegedMoverNotPermitted',
  message: `${from} asks for ${what.join(', ')}, which namespace ${namespace} does not allow. An administrator can: kubectl annotate namespace ${namespace} ${Annotation.privilegedMovers}=true`,
  action: 'AnnotateNamespaceForPrivilegedMovers',
})
