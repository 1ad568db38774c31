import { isTimestamp } from '../../grammar'
import type { ObjectMeta } from '../../kubernetes/object'
import { Annotation } from '../../names/annotations'
import { refuseIf, type Problems } from '../problem'

/** Admission only: the annotation that asks for a run must be a time. */
export const validRunRequest = ({ annotations = {} }: ObjectMeta): Problems => {
  const asked = annotations[Annotation.runRequested]
  return refuseIf(
    asked !== undefined && !isTimestamp(asked),
    `metadata.annotations[${JSON.stringify(Annotation.runRequested)}]`,
    `${JSON.stringify(asked)} must be an RFC3339 time, as 2026-01-31T03:00:00Z`,
  )
}
