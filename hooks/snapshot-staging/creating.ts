import { snapshot as snapshotCodec } from '../../api/kinds/snapshot'
import { kubeObject, type KubeObject } from '../../api/kubernetes/object'
import { Annotation } from '../../api/names/annotations'
import { chain, end, go, readStep, type Step } from '../core/step'
import { failed, lateMessage, unreadable, waitingUntil, type Deadline, type Move, type Told } from './move'
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

/**
 * Makes an object of the stage, if there is none of that name. What the API refuses is asked for again until the deadline;
 * what is left of a namesake that is going is waited for.
 */
export const creating = (
  scene: Scene,
  object: KubeObject,
  { told, deadline }: { readonly told: Told; readonly deadline: Deadline },
): Step<never, Move> => {
  const { apiVersion, kind, metadata } = object
  const ref = { apiVersion, kind, namespace: scene.namespace, name: metadata.name }
  const soon = waitingUntil(deadline, told, { told: notMade(object, deadline), stage: {} })
  return chain(readStep(kubeObject, scene.reads, ref), (there) => {
    switch (there._tag) {
      case 'Missing':
        return end<Move>(
          isWaiting(soon) ? { ...soon, create: { object, reason: 'the run waits for its source' } } : soon,
        )
      case 'Found':
        if (isOfThisName(there.value))
          return end<Move>(isWaiting(soon) ? { ...soon, resyncAfterSeconds: CATCH_UP_SECONDS } : soon)
        return end(failed(nameTaken(object)))
      case 'Forbidden':
      case 'Unreadable':
        return end(unreadable(`${kind}s`))
    }
  })
}

/** It is made already and not seen yet, or is left of an earlier Snapshot of this name and will go. */
const isOfThisName = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.[Annotation.stagedFor] !== undefined || metadata.deletionTimestamp !== undefined

const isWaiting = ({ answer }: Move): boolean => answer !== undefined && 'waiting' in answer

const notMade = ({ kind, metadata }: KubeObject, { timeout }: Deadline): Told => ({
  reason: 'StagingTimedOut',
  message: lateMessage(
    `${kind} ${metadata.name} could not be made; the Events of this Snapshot have the API server's word, most often about a quota or a right of Metacontroller (ClusterRole kopiur-metacontroller-csi-snapshots).`,
    timeout,
  ),
})

const nameTaken = ({ kind, metadata }: KubeObject): Told => ({
  reason: 'StageNameTaken',
  message: `${kind} ${metadata.name} is there already and belongs to something else. Delete or rename it, then make a new Snapshot.`,
})
