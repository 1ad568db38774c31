import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../../api/kubernetes/client'
import { PREFIX } from '../../../api/names/labels'
import type { Effect } from '../../effect'
import { done, doneIf, type EffectResult } from './effect-result'

type RemoveFinalizers = Extract<Effect, { readonly _tag: 'RemoveFinalizers' }>

/** Takes finalizers of this API off; others are left alone even if named. */
export const removeFinalizers = async (kube: KubeClient, effect: RemoveFinalizers): Promise<EffectResult> => {
  const current = await kube.get(effect.ref)()
  if (E.isLeft(current)) return doneIf('NotFound')(current.left)
  if (current.right.metadata.uid !== effect.uid) return done
  const finalizers = current.right.metadata.finalizers ?? []
  const kept = finalizers.filter((name) => !(name.startsWith(PREFIX) && effect.finalizers.includes(name)))
  if (kept.length === finalizers.length) return done
  const metadata = { uid: effect.uid, resourceVersion: effect.resourceVersion, finalizers: kept }
  const patched = await kube.patch(effect.ref, { type: 'merge', body: { metadata } })()
  return E.isLeft(patched) ? doneIf('NotFound')(patched.left) : done
}
