import * as E from 'fp-ts/Either'
import type { KubeClient, KubeError, KubeList } from '../../../api/kubernetes/client'
import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { factsOf, type Facts, type ObservedKind } from '../../observed'

/** Objects that are held whole at one time. */
const PAGE = 500

export interface ListedFacts {
  readonly facts: Map<string, Facts>
  /** Where a watch goes on: the state that the first page was of, and so all of them. */
  readonly resourceVersion: string
}

/** Facts of all objects of a kind; of each page no more is kept. */
export const listFacts = async (kube: KubeClient, kind: ObservedKind): Promise<E.Either<KubeError, ListedFacts>> => {
  const facts = new Map<string, Facts>()
  const query = { apiVersion: API_VERSION, kind, limit: PAGE }
  let page = await kube.list(query)()
  if (E.isLeft(page)) return page
  const { resourceVersion } = page.right
  for (let next = take(facts, kind, page.right); next !== undefined; next = take(facts, kind, page.right)) {
    page = await kube.list({ ...query, continue: next })()
    if (E.isLeft(page)) return page
  }
  return E.right({ facts, resourceVersion })
}

const take = (
  facts: Map<string, Facts>,
  kind: ObservedKind,
  { items, continue: next }: KubeList,
): string | undefined => {
  for (const object of items) facts.set(keyOf(object), factsOf(kind, object))
  return next
}

export const keyOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ''}/${metadata.name}`
