import type { KubeObject } from '../../api/kubernetes/object'
import { groupOf } from '../api/kind-definition'
import type { UpdateMethod } from './manage-children'
import type { ChildKind } from './parent-controller'

/** How a child is updated, by its group and kind; kinds that are not declared are never updated. */
export const methodFor = (kinds: ReadonlyArray<ChildKind>, child: KubeObject): UpdateMethod => {
  const kind = kinds.findLast(
    ({ resource, method }) =>
      method !== 'OnDelete' &&
      resource.kind === child.kind &&
      groupOf(resource.apiVersion) === groupOf(child.apiVersion),
  )
  return kind === undefined ? 'OnDelete' : (kind.method as UpdateMethod)
}
