import { snapshot as snapshotCodec } from '../../api/kinds/snapshot'
import { kubeObject, type KubeObject } from '../../api/kubernetes/object'
import { chain, end, go, readStep, type Step } from '../core/step'
import { failed, type Move, type Told } from './move'
import { isOwn } from './objects'
import { isAsked } from './request-state'
import type { Scene } from './scene'

const CATCH_UP_SECONDS = 2

/** Whether the run waits for its stage now, not only as a cache remembers it. */
export const stillAsked = ({ snapshot, namespace, reads, uid }: Scene): Step<true, Move> => {
  const { apiVersion, kind, metadata } = snapshot
  return chain(readStep(snapshotCodec, reads, { apiVersion, kind, namespace, name: metadata.name }), (current) =>
    current._tag === 'Found' && current.value.metadata.uid === uid && isAsked(current.value) ? go(true) : end({}),
  )
}

/** Makes an object of the stage, if there is none of that name. */
export const creating = ({ namespace, reads, uid }: Scene, object: KubeObject, told: Told): Step<never, Move> => {
  const { apiVersion, kind, metadata } = object
  return chain(readStep(kubeObject, reads, { apiVersion, kind, namespace, name: metadata.name }), (there) => {
    switch (there._tag) {
      case 'Missing':
        return end<Move>({ answer: { waiting: told }, create: { object, reason: 'the run waits for its source' } })
      case 'Found':
        return end<Move>(
          isOwn(there.value, uid)
            ? { answer: { waiting: told }, resyncAfterSeconds: CATCH_UP_SECONDS }
            : failed(nameTaken(object)),
        )
      case 'Forbidden':
      case 'Unreadable':
        return end(failed(nameTaken(object)))
    }
  })
}

const nameTaken = ({ kind, metadata }: KubeObject): Told => ({
  reason: 'StageNameTaken',
  message: `${kind} ${metadata.name} is there already and belongs to something else. Delete or rename it, then make a new Snapshot.`,
})
