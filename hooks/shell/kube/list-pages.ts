import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { KubeError, KubeList, ListQuery, Page } from '../../../api/kubernetes/client'
import { kubeObject, type KubeObject } from '../../../api/kubernetes/object'
import type { Exchange } from './exchange'
import { collectionPath, query, selectorText } from './path'
import type { Resource } from './resource'

type Send = (request: Exchange) => TE.TaskEither<KubeError, unknown>
type Lister = (send: Send, resource: Resource, asked: ListQuery & Page) => TE.TaskEither<KubeError, KubeList>

/** Objects a page of a list that is asked for whole. */
const PAGE = 500

/** One page where a limit is given, else all pages of a consistent list. */
export const list: Lister = (send, resource, asked) =>
  asked.limit === undefined ? listAll(send, resource, asked) : listPage(send, resource, asked)

const listAll: Lister = (send, resource, asked) => {
  const page = (items: ReadonlyArray<KubeObject>, token: Page): TE.TaskEither<KubeError, KubeList> =>
    pipe(
      listPage(send, resource, { ...asked, ...token, limit: PAGE }),
      TE.chain((found) => {
        const all = [...items, ...found.items]
        return found.continue === undefined
          ? TE.right({ resourceVersion: found.resourceVersion, items: all })
          : page(all, { continue: found.continue })
      }),
    )
  return page([], {})
}

const listPage: Lister = (send, resource, asked) =>
  pipe(
    send({
      method: 'GET',
      path: `${collectionPath(resource, asked.namespace)}${query({
        labelSelector: selectorText(asked.labelSelector),
        limit: String(asked.limit),
        continue: asked.continue,
      })}`,
    }),
    TE.map((body) => pageOf(resource, body)),
  )

/** Items of a list come without kind and apiVersion. */
const pageOf = ({ apiVersion, kind }: Resource, body: unknown): KubeList => {
  const found = body as {
    readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string }
    readonly items?: unknown[]
  }
  const items = (found.items ?? []).map((item) => ({ apiVersion, kind, ...(item as object) })).filter(kubeObject.is)
  const next = found.metadata?.continue ?? ''
  return {
    resourceVersion: found.metadata?.resourceVersion ?? '',
    items,
    ...(next === '' ? {} : { continue: next }),
  }
}
