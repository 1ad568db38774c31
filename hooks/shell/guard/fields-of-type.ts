import type { Decision } from '../../hook'
import type { Check, GuardedCall } from './check'

/** A composite without status wipes it, one with labels fails to decode; `finalized` in a sync loops. */
export const fieldsOfType: Check = (call, decision) => [
  ...(call.type === 'composite' ? compositeFields(decision) : []),
  ...finalizedInSync(call, decision),
]

const compositeFields = (decision: Decision): ReadonlyArray<string> => [
  ...(decision.status === undefined ? ['a composite answer lacks its status'] : []),
  ...(decision.labels === undefined ? [] : ['a composite answer cannot set labels']),
  ...(decision.annotations === undefined ? [] : ['a composite answer cannot set annotations']),
]

const finalizedInSync = (call: GuardedCall, decision: Decision): ReadonlyArray<string> =>
  decision.finalized === true && call.hook === 'sync' ? ['a sync answer says finalized'] : []
