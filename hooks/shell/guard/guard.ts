import type { Decision } from '../../hook'
import type { Check, GuardedCall } from './check'
import { childrenDeclared } from './children-declared'
import { childrenIdentified } from './children-identified'
import { childrenOnce } from './children-once'
import { elementsPresent } from './elements-present'
import { fieldsOfType } from './fields-of-type'
import { namesNotGenerated } from './names-not-generated'
import { observationTrue } from './observation-true'
import { observedAccountedFor } from './observed-accounted-for'
import { resyncInRange } from './resync-in-range'
import { snapshotSpecWhole } from './snapshot-spec-whole'
import { statusFitsSchema } from './status-fits-schema'

/** In this order: the first ones make sure that the others can read the answer at all. */
const CHECKS: ReadonlyArray<Check> = [
  elementsPresent,
  childrenIdentified,
  namesNotGenerated,
  childrenDeclared,
  childrenOnce,
  observationTrue,
  observedAccountedFor,
  snapshotSpecWhole,
  statusFitsSchema,
  resyncInRange,
  fieldsOfType,
]

/** Breaches of the first check that finds any; a decision with one never leaves the service. */
export const guard: Check = (call: GuardedCall, decision: Decision) => {
  for (const check of CHECKS) {
    const breaches = check(call, decision)
    if (breaches.length > 0) return breaches
  }
  return []
}
