import type * as t from 'io-ts'
import type { KubeObject } from '../../../api/kubernetes/object'
import { needKey, type Need, type Reads } from '../../need'

/** A read by name, decoded. `NotRead`: not asked for yet, ask again. */
export type Read<A> =
  | { readonly _tag: 'Found'; readonly value: A }
  | { readonly _tag: 'Missing' }
  | { readonly _tag: 'Forbidden'; readonly message: string }
  /** It is there, but its shape is not that of its kind. */
  | { readonly _tag: 'Unreadable'; readonly object: KubeObject }
  | { readonly _tag: 'NotRead' }

export const readAs =
  <A>(codec: t.Decoder<unknown, A>) =>
  (reads: Reads, need: Need): Read<A> => {
    const outcome = reads.get(needKey(need))
    switch (outcome?._tag) {
      case undefined:
      case 'Listed':
        return { _tag: 'NotRead' }
      case 'Missing':
      case 'Forbidden':
        return outcome
      case 'Found': {
        const decoded = codec.decode(outcome.object)
        return decoded._tag === 'Right'
          ? { _tag: 'Found', value: decoded.right }
          : { _tag: 'Unreadable', object: outcome.object }
      }
    }
  }

/** The value of a read that found one, else nothing. */
export const foundIn = <A>(read: Read<A>): A | undefined => (read._tag === 'Found' ? read.value : undefined)
