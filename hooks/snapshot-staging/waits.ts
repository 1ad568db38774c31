import { instantOf } from '../core/time/instant'
import type { ObjectMeta } from '../../api/kubernetes/object'
import type { Deadline, Told } from './move'
import type { Recipe } from './recipe'
import { askedAt } from './request-state'
import type { Scene } from './scene'

/** A deadline that counts from the question. */
export const sinceAsked = ({ snapshot, now }: Scene, { timeout }: Recipe): Deadline => ({
  since: askedAt(snapshot, now),
  timeout,
  now,
})

/** From the making of an object. */
export const since = ({ now }: Pick<Scene, 'now'>, { metadata }: { readonly metadata: ObjectMeta }) => ({
  since: instantOf(metadata.creationTimestamp) ?? now,
  now,
})

export const SNAPSHOTTING: Told = {
  reason: 'WaitingForVolumeSnapshot',
  message: 'Waits until the storage has taken a snapshot of the source.',
}

export const BINDING: Told = {
  reason: 'WaitingForStagedPvcBind',
  message: 'Waits until the copy of the source has its volume.',
}
