import type { KubeError } from '../../api/kubernetes/client'
import type { Json } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { builtInKinds } from '../../embedded/api/kinds/built-in'
import { Store, type StoreOptions } from '../../embedded/api/store'
import { VirtualClock } from '../../embedded/clock/virtual-clock'
import { seededRandom } from '../../embedded/random/random'
import type * as E from 'fp-ts/Either'
import { TOY, toyKinds } from './toy-kinds'

export const START = Date.parse('2026-11-29T19:10:43Z')

/** A store with the toy kinds and the namespaces `team-a` and `team-b`. */
export const toyStore = (
  options: Partial<StoreOptions> = {},
): { readonly store: Store; readonly clock: VirtualClock } => {
  const clock = new VirtualClock(START)
  const store = new Store({ clock, random: seededRandom(1), kinds: [...builtInKinds, ...toyKinds], ...options })
  for (const name of ['team-a', 'team-b'])
    done(store.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }))
  return { store, clock }
}

export const policy = (name: string, spec: { [key: string]: Json } = {}, metadata: object = {}): KubeObject => ({
  apiVersion: TOY,
  kind: 'Policy',
  metadata: { name, namespace: 'team-a', ...metadata },
  spec,
})

export const policyRef = (name: string) => ({ apiVersion: TOY, kind: 'Policy', namespace: 'team-a', name })

/** The value of something that must have worked. */
export const done = <A>(result: E.Either<KubeError, A>): A => {
  if (result._tag === 'Left') throw new Error(`${result.left.code} ${result.left.message}`)
  return result.right
}

/** The error of something that must have failed. */
export const refused = <A>(result: E.Either<KubeError, A>): KubeError => {
  if (result._tag === 'Right') throw new Error(`not refused: ${JSON.stringify(result.right)}`)
  return result.left
}
