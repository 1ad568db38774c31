import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { KubeError, KubeList, ListQuery } from '../../../api/kubernetes/client'
import { kubeObject, type KubeObject } from '../../../api/kubernetes/object'
import type { Exchange } from './exchange'
import { collectionPath, query, selectorText } from './path'
import type { Resource } from './resource'

/** Objects a page of a list. */
const PAGE = '500'

/** All pages of a consistent list. Items of a list come without kind and apiVersion. */
export const listAll = (
  send: (request: Exchange) => TE.TaskEither<KubeError, unknown>,
  resource: Resource,
  asked: ListQuery,
): TE.TaskEither<KubeError, KubeList> => {
  const path = collectionPath(resource, asked.namespace)
  const labelSelector = selectorText(asked.labelSelector)
  const page = (items: ReadonlyArray<KubeObject>, token: string | undefined): TE.TaskEither<KubeError, KubeList> =>
    pipe(
      send({ method: 'GET', path: `${path}${query({ labelSelector, limit: PAGE, continue: token })}` }),
      TE.chain((body) => {
        const { resourceVersion, next, found } = listPage(resource, body)
        const all = [...items, ...found]
        return next === undefined ? TE.right({ resourceVersion, items: all }) : page(all, next)
      }),
    )
  return page([], undefined)
}

const listPage = ({ apiVersion, kind }: Resource, body: unknown) => {
  const list = body as {
    readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string }
    readonly items?: unknown[]
  }
  const found = (list.items ?? []).map((item) => ({ apiVersion, kind, ...(item as object) })).filter(kubeObject.is)
  const next = list.metadata?.continue
  return { resourceVersion: list.metadata?.resourceVersion ?? '', next: next === '' ? undefined : next, found }
}
