import { PREFIX } from '../../../api/names/labels'
import type { Effect } from '../../effect'
import type { Move } from '../move'
import type { Scene } from '../scene'
import type { Kept } from './deletion-plan'

export type Release = Kept | { readonly _tag: 'Nothing' | 'Deleted' }

/**
 * Lets the Snapshot go. Finalizers of this API that another installation put on it are taken off first, by the same
 * verdict; Metacontroller takes its own off after the answer.
 */
export const release = (scene: Scene, verdict: Release): Move => {
  const foreign = foreignFinalizers(scene)
  return foreign.length === 0
    ? { finalized: true, effects: tell(scene, verdict) }
    : { finalized: false, effects: removal(scene, foreign), resyncAfterSeconds: 5 }
}

export const foreignFinalizers = ({ snapshot }: Scene): ReadonlyArray<string> =>
  (snapshot.metadata.finalizers ?? []).filter((finalizer) => finalizer.startsWith(PREFIX))

export const removal = (scene: Scene, finalizers: ReadonlyArray<string>): ReadonlyArray<Effect> => {
  const { uid, resourceVersion } = scene.snapshot.metadata
  return uid === undefined || resourceVersion === undefined
    ? []
    : [{ _tag: 'RemoveFinalizers', ref: self(scene), uid, resourceVersion, finalizers }]
}

const self = ({ snapshot, namespace }: Scene) => ({
  apiVersion: snapshot.apiVersion,
  kind: snapshot.kind,
  namespace,
  name: snapshot.metadata.name,
})

const tell = (scene: Scene, verdict: Release): ReadonlyArray<Effect> => {
  const told = eventOf(verdict)
  return told === undefined
    ? []
    : [{ _tag: 'EmitEvent', regarding: { ...self(scene), uid: scene.uid }, ...told, occasion: 'released' }]
}

type Told = Pick<Extract<Effect, { _tag: 'EmitEvent' }>, 'type' | 'reason' | 'action' | 'message'>

const eventOf = (verdict: Release): Told | undefined => {
  switch (verdict._tag) {
    case 'Nothing':
    case 'Deleted':
      return undefined
    case 'Orphan':
      return {
        type: 'Normal',
        reason: 'SnapshotOrphaned',
        action: 'KeepData',
        message: 'The Snapshot is gone, its data stays in the repository and can be found by a scan.',
      }
    case 'Retain':
      return verdict.because === undefined ? undefined : retained(verdict.because)
  }
}

const retained = (because: 'Schedule' | 'Policy' | 'Pinned' | 'Replication'): Told => {
  const keeps = 'the data stays in the repository'
  switch (because) {
    case 'Schedule':
      return {
        type: 'Warning',
        reason: 'SnapshotRetainedOnScheduleDelete',
        action: 'EnableScheduleCascade',
        message: `Its schedule was deleted, and ${keeps}. With deletion.onScheduleDelete: Delete on the schedule it would go too.`,
      }
    case 'Policy':
      return {
        type: 'Warning',
        reason: 'SnapshotRetainedOnPolicyDelete',
        action: 'EnablePolicyCascade',
        message: `Its policy was deleted, and ${keeps}. With deletion.onPolicyDelete: Delete on the policy it would go too.`,
      }
    case 'Pinned':
      return {
        type: 'Warning',
        reason: 'SnapshotRetainedByPin',
        action: 'KeepData',
        message: `It was pinned after it had been chosen for pruning, and ${keeps}.`,
      }
    case 'Replication':
      return {
        type: 'Warning',
        reason: 'SnapshotRetainedOnReplicationDelete',
        action: 'KeepData',
        message: `Its replication was deleted, and ${keeps}.`,
      }
  }
}
