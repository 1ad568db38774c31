import * as E from 'fp-ts/Either'
import { isDeepStrictEqual } from 'node:util'
import type { KubeClient } from '../../../api/kubernetes/client'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import type { Effect } from '../../effect'
import { done, failed, type EffectResult } from './effect-result'

type CopySecret = Extract<Effect, { readonly _tag: 'CopySecret' }>

/** Makes the copy, or brings one of ours up to date. A Secret of somebody else is never written. */
export const copySecret = async (kube: KubeClient, { from, to }: CopySecret): Promise<EffectResult> => {
  const source = await kube.get(from)()
  if (E.isLeft(source)) return failed(source.left)
  const copy = { ...to, type: source.right['type'] ?? 'Opaque', data: source.right['data'] ?? {} }
  const created = await kube.create(copy)()
  if (E.isRight(created)) return done
  return created.left.reason === 'AlreadyExists' ? refresh(kube, copy) : failed(created.left)
}

const refresh = async (kube: KubeClient, copy: KubeObject & { readonly data: unknown }): Promise<EffectResult> => {
  const { apiVersion, kind, metadata } = copy
  const { name, namespace } = metadata
  const current = await kube.get({ apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) })()
  if (E.isLeft(current)) return failed(current.left)
  if (current.right.metadata.labels?.[Label.managedBy] !== MANAGED_BY)
    return {
      _tag: 'Refused',
      code: 409,
      message: `Secret ${namespace}/${name} exists and is not managed by ${MANAGED_BY}`,
    }
  if (isDeepStrictEqual(current.right['data'], copy.data)) return done
  const updated = await kube.update({ ...current.right, data: copy.data })()
  return E.isLeft(updated) ? failed(updated.left) : done
}
