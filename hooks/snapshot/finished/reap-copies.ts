import { kubeObject, type KubeObject } from '../../../api/kubernetes/object'
import { chain, go, readStep, together, type Step } from '../../core/step'
import { formatInstant } from '../../core/time/instant'
import type { Effect } from '../../effect'
import { copyName } from '../launch/run-secrets'
import { stay, type Move } from '../move'
import { isOwn, type Scene } from '../scene'

/** Copies of Secrets go with the run they were made for, once. */
export const reapCopies = (scene: Scene): Step<Move, never> => {
  const { status, metadata } = scene.snapshot
  const wanted = status?.resolved?.credentialProjection?.enabled === true && status.cleanup?.credsReapedAt === undefined
  if (!wanted || scene.jobs.size > 0) return go(stay())
  const reads = [0, 1].map((index) => {
    const name = copyName({ prefix: metadata.name }, index)
    const ref = { apiVersion: 'v1', kind: 'Secret', namespace: scene.namespace, name }
    return chain(readStep(kubeObject, scene.reads, ref), (read) =>
      go(read._tag === 'Found' && isOwn(scene, read.value) ? deletionOf(scene.namespace, read.value) : []),
    )
  })
  return chain(together<ReadonlyArray<Effect>, never>(reads), (effects) =>
    go({
      status: { cleanup: { credsReapedAt: formatInstant(scene.now) } },
      effects: effects.flat(),
    }),
  )
}

const deletionOf = (namespace: string, { metadata }: KubeObject): ReadonlyArray<Effect> =>
  metadata.uid === undefined || metadata.resourceVersion === undefined
    ? []
    : [
        {
          _tag: 'DeleteSecret',
          ref: { apiVersion: 'v1', kind: 'Secret', namespace, name: metadata.name },
          uid: metadata.uid,
          resourceVersion: metadata.resourceVersion,
        },
      ]
