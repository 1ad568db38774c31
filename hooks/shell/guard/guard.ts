import { identified, type Check, type ChildCheck } from './check'
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

/** Whether the children can be looked at at all. */
const READABLE: ReadonlyArray<Check> = [elementsPresent, childrenIdentified]

const CHILDREN: ReadonlyArray<ChildCheck> = [
  namesNotGenerated,
  childrenDeclared,
  childrenOnce,
  observationTrue,
  observedAccountedFor,
  snapshotSpecWhole,
]

const REST: ReadonlyArray<Check> = [statusFitsSchema, resyncInRange, fieldsOfType]

/** Breaches of the first check that finds any; a decision with one never leaves the service. */
export const guard: Check = (call, decision) => {
  const unreadable = firstBreaches(READABLE, (check) => check(call, decision))
  if (unreadable.length > 0) return unreadable
  const children = decision.children.map((child) => identified(call, child))
  const misled = firstBreaches(CHILDREN, (check) => check(call, children))
  return misled.length > 0 ? misled : firstBreaches(REST, (check) => check(call, decision))
}

const firstBreaches = <A>(
  checks: ReadonlyArray<A>,
  run: (check: A) => ReadonlyArray<string>,
): ReadonlyArray<string> => {
  for (const check of checks) {
    const breaches = run(check)
    if (breaches.length > 0) return breaches
  }
  return []
}
