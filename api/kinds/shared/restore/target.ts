import { array, nullable, object, quantity, string, union, type TypeOf } from '../../../schema'
import { accessMode } from '../access-mode'
import { localRef } from '../reference'
import { streamTarget } from '../stream'

const newClaim = object(
  { name: string },
  { accessModes: array(accessMode), capacity: nullable(quantity), storageClassName: nullable(string) },
)

/** Where the data goes: claims that name this Restore, a new claim, an existing one, or a command. */
export const restoreTarget = union({ populator: object({}), pvc: newClaim, pvcRef: localRef, streamExec: streamTarget })
export type RestoreTarget = TypeOf<typeof restoreTarget>
