import * as E from 'fp-ts/Either'
import { isKindName, kinds, type KindName } from '../../../api/kinds'
import type { KubeClient, KubeError } from '../../../api/kubernetes/client'
import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import type { Surroundings } from '../../../api/validation'

/** One thing a rule wanted to know and did not yet. */
export type Wanted =
  | { readonly _tag: 'Object'; readonly kind: KindName; readonly namespace?: string; readonly name: string }
  | { readonly _tag: 'Labels'; readonly namespace: string }
  | { readonly _tag: 'Policies' }

const keyOf = (wanted: Wanted): string => {
  switch (wanted._tag) {
    case 'Object':
      return ['object', wanted.kind, wanted.namespace ?? '', wanted.name].join(' ')
    case 'Labels':
      return `labels ${wanted.namespace}`
    case 'Policies':
      return 'policies'
  }
}

/** What was read so far, by what was wanted. A thing that is not there is known to be absent. */
export class Known {
  private readonly found = new Map<string, KubeObject | ReadonlyArray<KubeObject> | undefined>()
  private readonly missing = new Map<string, Wanted>()

  private look(wanted: Wanted): KubeObject | ReadonlyArray<KubeObject> | undefined {
    const key = keyOf(wanted)
    if (!this.found.has(key)) this.missing.set(key, wanted)
    return this.found.get(key)
  }

  /** Rules look here; what they miss is noted. */
  readonly surroundings = (): Surroundings => {
    return {
      find: ({ kind, namespace, name }) =>
        this.look({ _tag: 'Object', kind, name, ...(namespace === undefined ? {} : { namespace }) }),
      policies: () => {
        const policies = this.look({ _tag: 'Policies' })
        return Array.isArray(policies) ? policies : []
      },
      namespaceLabels: (namespace) => {
        const found = this.look({ _tag: 'Labels', namespace })
        return found !== undefined && 'metadata' in found ? (found.metadata.labels ?? {}) : {}
      },
    }
  }

  /** Reads all that was missed; false when nothing was. */
  readonly learn = async (kube: KubeClient): Promise<E.Either<KubeError, boolean>> => {
    const wanted = [...this.missing.entries()]
    this.missing.clear()
    for (const [key, one] of wanted) {
      const read = await fetchWanted(kube, one)
      if (E.isLeft(read)) return read
      this.found.set(key, read.right)
    }
    return E.right(wanted.length > 0)
  }
}

const orAbsent = (read: E.Either<KubeError, KubeObject>): E.Either<KubeError, KubeObject | undefined> =>
  E.isLeft(read) && read.left.reason === 'NotFound' ? E.right(undefined) : read

const fetchWanted = async (
  kube: KubeClient,
  wanted: Wanted,
): Promise<E.Either<KubeError, KubeObject | ReadonlyArray<KubeObject> | undefined>> => {
  switch (wanted._tag) {
    case 'Object': {
      const namespaced = isKindName(wanted.kind) && kinds[wanted.kind].scope === 'Namespaced'
      const place = namespaced && wanted.namespace !== undefined ? { namespace: wanted.namespace } : {}
      return orAbsent(await kube.get({ apiVersion: API_VERSION, kind: wanted.kind, name: wanted.name, ...place })())
    }
    case 'Labels':
      return orAbsent(await kube.get({ apiVersion: 'v1', kind: 'Namespace', name: wanted.namespace })())
    case 'Policies':
      return E.map(({ items }: { readonly items: ReadonlyArray<KubeObject> }) => items)(
        await kube.list({ apiVersion: API_VERSION, kind: 'SnapshotPolicy' })(),
      )
  }
}
