import type { KubeObject, OwnerReference } from '../../api/kubernetes/object'
import { equalJson } from '../api/canonical'
import { groupOf } from '../api/kind-definition'
import { isDying } from './finalizer'
import type { Informer } from './informer'
import { controllerOf } from './object-cache'
import type { ParentKind } from './parent-kind'

type Wake = (parent: KubeObject) => void

/** Wakes parents that appear, change or go. Returns the stop. */
export const watchParents = ({ informer, spec }: ParentKind, wake: Wake): (() => void) =>
  informer.subscribe({
    onAdd: wake,
    onUpdate: (old, parent) => {
      if (!spec.ignoreStatusChanges || old === parent || matters(old, parent)) wake(parent)
    },
    onDelete: wake,
  })

/** Whether an update is more than a change of status, finalizers or owners. */
const matters = (old: KubeObject, parent: KubeObject): boolean =>
  old.metadata.generation !== parent.metadata.generation ||
  !equalJson(old.metadata.labels, parent.metadata.labels) ||
  !equalJson(old.metadata.annotations, parent.metadata.annotations) ||
  isDying(parent)

export interface ChildEvents {
  readonly parents: ReadonlyArray<ParentKind>
  readonly wake: Wake
  /** An ownerless object appeared or changed, and is not dying. */
  readonly onOrphan: (child: KubeObject) => void
}

/** Wakes the parents of children that appear, change or go. Returns the stop. */
export const watchChildren = (informer: Informer, events: ChildEvents): (() => void) => {
  const onChange = (child: KubeObject): void => {
    if (controllerOf(child) !== undefined) wakeOwner(events, child)
    else if (!isDying(child)) events.onOrphan(child)
  }
  return informer.subscribe({
    onAdd: onChange,
    onUpdate: (old, child) => {
      if (old.metadata.resourceVersion !== child.metadata.resourceVersion) onChange(child)
    },
    onDelete: (child) => wakeOwner(events, child),
  })
}

const wakeOwner = ({ parents, wake }: ChildEvents, child: KubeObject): void => {
  const owner = controllerOf(child)
  const parent = owner === undefined ? undefined : ownerAmong(parents, owner, child.metadata.namespace)
  if (parent !== undefined) wake(parent)
}

/** The parent that an owner reference means, by name and UID: a namesake of another UID is not woken. */
const ownerAmong = (
  parents: ReadonlyArray<ParentKind>,
  owner: OwnerReference,
  namespace: string | undefined,
): KubeObject | undefined => {
  const kind = parents.find(
    ({ resource }) => resource.kind === owner.kind && groupOf(resource.apiVersion) === groupOf(owner.apiVersion),
  )
  const parent = kind?.informer.cache.get(kind.resource.namespaced ? namespace : undefined, owner.name)
  return parent?.metadata.uid === owner.uid ? parent : undefined
}
