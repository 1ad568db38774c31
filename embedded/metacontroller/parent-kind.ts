import type { KubeObject } from '../../api/kubernetes/object'
import { groupOf } from '../api/kind-definition'
import { matchesLabels } from '../api/label-selector'
import type { ParentSpec } from './controller-spec'
import type { ApiResource } from './discovery'
import type { Informer } from './informer'

/** One kind of parents of a controller. */
export interface ParentKind {
  readonly spec: ParentSpec
  readonly resource: ApiResource
  readonly informer: Informer
}

/** Selectors are kept by group and kind: of two rules for one kind the last one counts for both. */
const ruleFor = (kinds: ReadonlyArray<ParentKind>, object: KubeObject): ParentKind | undefined =>
  kinds.findLast(
    ({ resource }) => resource.kind === object.kind && groupOf(resource.apiVersion) === groupOf(object.apiVersion),
  )

export const isSelected = (kinds: ReadonlyArray<ParentKind>, object: KubeObject): boolean => {
  const spec = ruleFor(kinds, object)?.spec
  if (spec === undefined) return false
  const { labels, annotations } = object.metadata
  return matchesLabels(spec.labelSelector, labels) && matchesLabels(spec.annotationSelector, annotations)
}
