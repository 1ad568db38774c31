import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../../api/kubernetes/client'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { World } from '../world/world'

/** Reads answered as a watch cache would: as things stood some time ago. */
export const staleClient =
  (milliseconds: number) =>
  (client: KubeClient, world: World): KubeClient => {
    const versions = new Map<string, Array<{ readonly at: number; readonly object: KubeObject | undefined }>>()
    world.history.onChange(({ object, at, type }) => {
      const key = keyOf(object.apiVersion, object.kind, object.metadata.namespace, object.metadata.name)
      versions.set(key, [...(versions.get(key) ?? []), { at, object: type === 'DELETED' ? undefined : object }])
    })
    const then = (key: string): KubeObject | undefined =>
      versions.get(key)?.findLast(({ at }) => at <= world.clock.now() - milliseconds)?.object
    return {
      ...client,
      get: (ref) => async () => {
        const key = keyOf(ref.apiVersion, ref.kind, ref.namespace, ref.name)
        const known = versions.has(key)
        const old = then(key)
        if (!known) return client.get(ref)()
        return old === undefined ? E.left({ reason: 'NotFound', code: 404, message: 'not found' }) : E.right(old)
      },
      list: (query) => async () => {
        const now = await client.list(query)()
        if (E.isLeft(now)) return now
        const items = now.right.items.flatMap(({ apiVersion, kind, metadata }) => {
          const old = then(keyOf(apiVersion, kind, metadata.namespace, metadata.name))
          return old === undefined ? [] : [old]
        })
        return E.right({ ...now.right, items })
      },
    }
  }

const keyOf = (...parts: ReadonlyArray<string | undefined>): string => parts.map((part) => part ?? '').join(' ')
