import * as E from 'fp-ts/Either'
import type * as t from 'io-ts'
import type { JsonObject } from '../../../api/kubernetes/json'
import type { ObjectMeta } from '../../../api/kubernetes/object'
import type { ObjectMap } from '../../../api/metacontroller/sync'
import type { ChildDecision, Circumstances, Decision, HookFailure } from '../../hook'
import { getNeed, type Need } from '../../need'
import { readAs } from '../kube'

interface Parent {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
  readonly status?: JsonObject | object
}

/** Where a decoded request holds its parent, and the answer that leaves everything as it is. */
export interface Lens<P, R> {
  readonly parentOf: (request: R) => P
  readonly withParent: (request: R, parent: P) => R
  readonly untouched: (request: R) => Decision
}

interface Parts<R> {
  /**
   * A call that moves nothing takes its parent as it was sent: reading it would cost a request for each of them. It must
   * not depend on reads.
   */
  readonly isAtRest?: (request: R, circumstances: Circumstances) => boolean
  readonly needs: (request: R, circumstances: Circumstances) => ReadonlyArray<Need>
  readonly decide: (request: R, circumstances: Circumstances) => E.Either<HookFailure, Decision>
}

/**
 * Decides on the parent as it is, not as a cache remembers it. An answer replaces the whole status, so one that builds on
 * an old parent would undo what was written since: an ended run would run again. What the sent parent would need is read
 * along with it, so that this takes no round of its own.
 */
export const onCurrentParent = <P extends Parent, R>(
  codec: t.Decoder<unknown, P>,
  lens: Lens<P, R>,
  { needs, decide, isAtRest = () => false }: Parts<R>,
): Pick<Parts<R>, 'needs' | 'decide'> => ({
  needs: (request, circumstances) => {
    if (isAtRest(request, circumstances)) return needs(request, circumstances)
    const current = currentRequest({ codec, lens }, request, circumstances)
    if (current._tag === 'NotRead') return [needOf(lens.parentOf(request)), ...needs(request, circumstances)]
    return current._tag === 'Current' ? needs(current.request, circumstances) : []
  },
  decide: (request, circumstances) => {
    if (isAtRest(request, circumstances)) return decide(request, circumstances)
    const current = currentRequest({ codec, lens }, request, circumstances)
    switch (current._tag) {
      case 'NotRead':
        return E.left({ _tag: 'CannotAnswer', why: 'the parent was not read' })
      case 'Unreadable':
        return E.left({ _tag: 'CannotAnswer', why: current.why })
      case 'Gone':
        return E.right(lens.untouched(request))
      case 'Current':
        return decide(current.request, circumstances)
    }
  },
})

type Current<R> =
  | { readonly _tag: 'NotRead' }
  | { readonly _tag: 'Unreadable'; readonly why: string }
  /** It is gone, or another of its name stands there: this call is about nobody. */
  | { readonly _tag: 'Gone' }
  | { readonly _tag: 'Current'; readonly request: R }

const currentRequest = <P extends Parent, R>(
  { codec, lens }: { readonly codec: t.Decoder<unknown, P>; readonly lens: Lens<P, R> },
  request: R,
  { reads }: Circumstances,
): Current<R> => {
  const sent = lens.parentOf(request)
  const read = readAs(codec)(reads, needOf(sent))
  switch (read._tag) {
    case 'NotRead':
      return read
    case 'Missing':
      return { _tag: 'Gone' }
    case 'Forbidden':
      return { _tag: 'Unreadable', why: `the parent may not be read: ${read.message}` }
    case 'Unreadable':
      return { _tag: 'Unreadable', why: 'the stored parent does not have the shape of its kind' }
    case 'Found':
      return read.value.metadata.uid === sent.metadata.uid
        ? { _tag: 'Current', request: lens.withParent(request, read.value) }
        : { _tag: 'Gone' }
  }
}

const needOf = ({ apiVersion, kind, metadata: { namespace, name } }: Parent): Need =>
  getNeed({ apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) })

interface PlainRequest<P> {
  readonly parent: P
  readonly children: ObjectMap
}

/** For a request that is decoded as it came. */
export const plainLens = <P extends Parent, R extends PlainRequest<P>>(): Lens<P, R> => ({
  parentOf: ({ parent }) => parent,
  withParent: (request, parent) => ({ ...request, parent }),
  untouched: ({ parent, children }) => ({
    status: { ...parent.status },
    children: Object.values(children).flatMap((objects) =>
      Object.values(objects).map((object): ChildDecision => ({ _tag: 'keep', object })),
    ),
    effects: [],
  }),
})
