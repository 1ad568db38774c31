import { nullable, object, uint32, withDefault, type TypeOf } from '../../../schema'

/** Holds deletions from outside when at least `threshold` wait at once; 0 turns it off. */
export const deletionProtection = object({}, { threshold: nullable(withDefault(uint32, 10)) })
export type DeletionProtection = TypeOf<typeof deletionProtection>
