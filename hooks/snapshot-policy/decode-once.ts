import type * as t from 'io-ts'
import { lastCall } from '../core/memo/last-call'

/** The same codec for objects that are read in one round and looked at in several. */
export const decodeOnce = <A>(codec: t.Type<A, A, unknown>): t.Decoder<unknown, A> => {
  const decoded = lastCall((value: object) => codec.decode(value))
  return {
    name: codec.name,
    validate: codec.validate,
    decode: (value) => (typeof value === 'object' && value !== null ? decoded(value) : codec.decode(value)),
  }
}
