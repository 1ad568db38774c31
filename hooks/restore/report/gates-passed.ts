import { findCondition, type Condition, type ConditionUpdate } from '../../core/conditions'

/** Gates in the order in which they are asked. */
const GATES = [
  { type: 'ReferentAvailable', reason: 'ReferentFound', message: 'Everything that is referred to exists.' },
  { type: 'MoverPermitted', reason: 'Permitted', message: 'The namespace allows this mover.' },
  { type: 'CredentialsAvailable', reason: 'Available', message: 'The credentials of the repository are here.' },
] as const

/** How many of the gates are known to be open: none, the referents, the mover's rights, or all. */
export type GatesOpen = 0 | 1 | 2 | 3

/** Gates that were once shut and are open now; those that never were shut stay unmentioned. */
export const gatesPassed = (
  conditions: ReadonlyArray<Condition> | undefined,
  open: GatesOpen,
): ReadonlyArray<ConditionUpdate> =>
  GATES.slice(0, open)
    .filter(({ type }) => findCondition(conditions, type) !== undefined)
    .map((gate) => ({ ...gate, status: 'True' }))
