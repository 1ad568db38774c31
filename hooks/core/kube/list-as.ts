import type * as t from 'io-ts'
import type { KubeObject } from '../../../api/kubernetes/object'
import { needKey, type Need, type Reads } from '../../need'

/** A read by selector. Items that do not decode are given apart: whoever counts must not lose them. */
export type ListRead<A> =
  | { readonly _tag: 'Listed'; readonly items: ReadonlyArray<A>; readonly unreadable: ReadonlyArray<KubeObject> }
  | { readonly _tag: 'Forbidden'; readonly message: string }
  | { readonly _tag: 'NotRead' }

export const listAs =
  <A>(codec: t.Decoder<unknown, A>) =>
  (reads: Reads, need: Need): ListRead<A> => {
    const outcome = reads.get(needKey(need))
    switch (outcome?._tag) {
      case undefined:
      case 'Found':
        return { _tag: 'NotRead' }
      case 'Missing':
        return { _tag: 'Listed', items: [], unreadable: [] }
      case 'Forbidden':
        return outcome
      case 'Listed':
        return sorted(codec, outcome.items)
    }
  }

const sorted = <A>(codec: t.Decoder<unknown, A>, objects: ReadonlyArray<KubeObject>): ListRead<A> => {
  const decoded = objects.map((object) => ({ object, result: codec.decode(object) }))
  return {
    _tag: 'Listed',
    items: decoded.flatMap(({ result }) => (result._tag === 'Right' ? [result.right] : [])),
    unreadable: decoded.flatMap(({ object, result }) => (result._tag === 'Left' ? [object] : [])),
  }
}
