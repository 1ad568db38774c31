import type { ObjectMeta } from '../../../api/kubernetes/object'
import { Label } from '../../../api/names/labels'

/** Whether a selector may mean this claim: what the product made for a run, a cache or a copy, is nobody's data. */
export const isSource = ({ metadata }: { readonly metadata: ObjectMeta }): boolean =>
  metadata.labels?.[Label.volumeComponent] === undefined
