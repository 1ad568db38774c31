import type { ControllerSpec } from './controller-spec'
import type { ApiResource, Discovery } from './discovery'
import type { ControllerParts } from './parent-controller'

/** Why a controller is not started. */
export interface Problem {
  readonly problem: string
  /** Reason of the Event about it; some problems make none. */
  readonly event?: string
  /** Whether it is tried again without a change of the controller object. */
  readonly again: boolean
}

export interface Kinds {
  readonly parents: ReadonlyArray<Omit<ControllerParts['parents'][number], 'informer'>>
  readonly children: ReadonlyArray<Omit<ControllerParts['children'][number], 'informer'>>
}

/** The kinds that a controller names, or what keeps it from starting. */
export const findKinds = (discovery: Discovery, spec: ControllerSpec): Kinds | Problem => {
  const parents: Array<Kinds['parents'][number]> = []
  const children: Array<Kinds['children'][number]> = []
  for (const parent of spec.parents) {
    const resource = discovery.byResource(parent.apiVersion, parent.resource)
    const problem = parentProblem(spec, parent, resource)
    if (problem !== undefined) return problem
    if (resource !== undefined) parents.push({ spec: parent, resource })
  }
  for (const child of spec.children) {
    const resource = discovery.byResource(child.apiVersion, child.resource)
    if (resource === undefined) return missing('CreateError', child.resource, child.apiVersion)
    children.push({ resource, method: child.method })
  }
  return { parents, children }
}

const missing = (event: string, resource: string, apiVersion: string): Problem => ({
  problem: `Cannot create new controller: discovery: can't find resource ${resource} in apiVersion ${apiVersion}`,
  event,
  again: true,
})

/** Parents of a composite must be custom, with a status subresource. */
const parentProblem = (
  spec: ControllerSpec,
  parent: ControllerSpec['parents'][number],
  resource: ApiResource | undefined,
): Problem | undefined => {
  if (spec.type === 'decorator')
    return resource === undefined ? missing('CreateError', parent.resource, parent.apiVersion) : undefined
  if (resource === undefined || !resource.custom)
    return { problem: `CustomResourceDefinition of ${parent.resource} in ${parent.apiVersion} not found`, again: true }
  if (resource.statusSubresource) return undefined
  const problem = `[${spec.name}] Sync error - ignoring, CRD does not have subresource 'Status' enabled`
  return { problem, event: 'SyncError', again: false }
}
