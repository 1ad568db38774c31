import * as E from 'fp-ts/Either'
import type * as TE from 'fp-ts/TaskEither'
import type { KubeClient, KubeError } from '../../../api/kubernetes/client'
import { volumeRef } from '../../core/kube'
import type { Instant } from '../../core/time/instant'
import type { Effect } from '../../effect'
import { copySecret } from './copy-secret'
import { done, doneIf, failed, type EffectResult } from './effect-result'
import { eventObject } from './event'
import { removeFinalizers } from './remove-finalizers'

export interface EffectContext {
  readonly kube: KubeClient
  readonly now: Instant
  /** Name of this process in Events. */
  readonly instance: string
}

/** Runs one effect. Each is safe to run again: what already holds is `Done`. */
export const runEffect = async (context: EffectContext, effect: Effect): Promise<EffectResult> => {
  const { kube } = context
  switch (effect._tag) {
    case 'EmitEvent':
      return bestEffort(await settle(kube.create(eventObject(effect, context.now, context.instance)), alreadyThere))
    case 'CreateClaim':
      return settle(kube.create(effect.claim), alreadyThere)
    case 'CreateSecret':
      return settle(kube.create(effect.secret), alreadyThere)
    case 'DeleteClaim':
    case 'DeleteVolumeSnapshot':
    case 'DeleteSecret':
      return settle(
        kube.remove(effect.ref, { uid: effect.uid, resourceVersion: effect.resourceVersion }),
        doneIf('NotFound'),
      )
    case 'PatchVolume':
      return settle(kube.patch(volumeRef(effect.name), { type: 'merge', body: volumePatch(effect) }), failed)
    case 'CopySecret':
      return copySecret(kube, effect)
    case 'Annotate':
      return settle(
        kube.patch(effect.ref, {
          type: 'merge',
          body: { metadata: { uid: effect.uid, annotations: effect.annotations } },
        }),
        failed,
      )
    case 'Adopt':
      return settle(kube.patch(effect.ref, { type: 'merge', body: adoption(effect) }), changedMeanwhile)
    case 'RemoveFinalizers':
      return removeFinalizers(kube, effect)
  }
}

const settle = async <A>(
  task: TE.TaskEither<KubeError, A>,
  onError: (error: KubeError) => EffectResult,
): Promise<EffectResult> => {
  const result = await task()
  return E.isLeft(result) ? onError(result.left) : done
}

type Adopt = Extract<Effect, { readonly _tag: 'Adopt' }>

const adoption = ({ uid, resourceVersion, ownerReferences, labels, annotations }: Adopt) => ({
  metadata: { uid, resourceVersion, ownerReferences, labels, annotations },
})

/** Whoever changed it calls the next look at it. */
const changedMeanwhile = (error: KubeError): EffectResult =>
  error.reason === 'Conflict' || error.reason === 'NotFound' ? done : failed(error)

const alreadyThere = doneIf('AlreadyExists')

/** A namespace that is terminating takes no Events; nothing depends on them. */
const bestEffort = (result: EffectResult): EffectResult => (result._tag === 'Refused' ? done : result)

type PatchVolume = Extract<Effect, { readonly _tag: 'PatchVolume' }>

const volumePatch = ({ uid, resourceVersion, annotations, claimRef, reclaimPolicy }: PatchVolume) => ({
  metadata: { uid, resourceVersion, ...(annotations === undefined ? {} : { annotations }) },
  spec: {
    ...(claimRef === undefined
      ? {}
      : { claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', resourceVersion: null, ...claimRef } }),
    ...(reclaimPolicy === undefined ? {} : { persistentVolumeReclaimPolicy: reclaimPolicy }),
  },
})
