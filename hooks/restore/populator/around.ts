import * as E from 'fp-ts/Either'
import type * as t from 'io-ts'
import { claimRef, readAs } from '../../core/kube'
import { getNeed, type Need } from '../../need'
import { namespaceOf } from '../names'
import { persistentVolumeClaim, type PersistentVolumeClaim } from '../target/claim'
import { ask, stop, type Step } from '../walk'
import type { ClaimScene } from './claim-scene'
import { primeName } from './prime'
import { persistentVolume, volumeNeed, type Volume } from './volume'

/** What the API shows around one claim. */
export interface Around {
  /** The volume the claim is bound to. */
  readonly volume: Volume | undefined
  readonly prime: PersistentVolumeClaim | undefined
}

const read = <A>(scene: ClaimScene, codec: t.Decoder<unknown, A>, need: Need): Step<A | undefined> => {
  const found = readAs(codec)(scene.circumstances.reads, need)
  switch (found._tag) {
    case 'NotRead':
      return ask(need)
    case 'Missing':
      return E.right(undefined)
    case 'Forbidden':
      return stop({ _tag: 'CannotAnswer', why: `a volume or claim may not be read: ${found.message}` })
    case 'Unreadable':
      return stop({ _tag: 'CannotAnswer', why: `${found.object.kind} ${found.object.metadata.name} has another shape` })
    case 'Found':
      return E.right(found.value)
  }
}

export const volumeOf = (scene: ClaimScene): Step<Volume | undefined> => {
  const name = scene.claim.spec?.volumeName
  return name === undefined ? E.right(undefined) : read(scene, persistentVolume, volumeNeed(name))
}

export const primeOf = (scene: ClaimScene): Step<PersistentVolumeClaim | undefined> =>
  read(scene, persistentVolumeClaim, getNeed(claimRef(namespaceOf(scene.restore), primeName(scene.uid))))

/** The volume behind the prime, once it has one. */
export const primeVolume = (scene: ClaimScene, prime: PersistentVolumeClaim): Step<Volume | undefined> =>
  prime.spec?.volumeName === undefined
    ? E.right(undefined)
    : read(scene, persistentVolume, volumeNeed(prime.spec.volumeName))
