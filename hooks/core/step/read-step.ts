import type * as t from 'io-ts'
import { getNeed, type Need, type Reads } from '../../need'
import type { ObjectRef } from '../../../api/kubernetes/object'
import { listAs, readAs, type ListRead, type Read } from '../kube'
import { ask, go, type Step } from './step'

export type Answered<A> = Exclude<A, { readonly _tag: 'NotRead' }>

/** A read as a step: asks for it while it is not there. */
export const readStep = <A>(
  codec: t.Decoder<unknown, A>,
  reads: Reads,
  ref: ObjectRef,
): Step<Answered<Read<A>>, never> => {
  const need = getNeed(ref)
  const read = readAs(codec)(reads, need)
  return read._tag === 'NotRead' ? ask([need]) : go(read)
}

export const listStep = <A>(
  codec: t.Decoder<unknown, A>,
  reads: Reads,
  need: Need,
): Step<Answered<ListRead<A>>, never> => {
  const read = listAs(codec)(reads, need)
  return read._tag === 'NotRead' ? ask([need]) : go(read)
}
