import type { KubeObject } from '../../api/kubernetes/object'
import { podsGone, runJobName } from '../core/snapshot-run'
import { both, chain, end, go, readStep, together, type Step } from '../core/step'
import type { Effect } from '../effect'
import type { Move } from './move'
import { claim as claimCodec, claimRef, isOwn, volume, volumeRef, type Claim } from './objects'
import type { Scene } from './scene'

const LOOK_AGAIN_SECONDS = 15

/** Of a run that is over: the claim first, once no pod reads it any more, and then the snapshot it was made from. */
export const tidyUp = (scene: Scene): Step<never, Move> => {
  const { claim, attachments } = scene
  if (claim === undefined) return end({ drop: attachments.filter(isLiving) })
  return chain(both(nothingReads(scene), volumeGoesAlong(scene, claim)), ([isQuiet, effects]) =>
    end<Move>(
      isQuiet && !mustTryAgain(scene)
        ? { drop: attachments.filter((one) => one.kind === claim.kind && isLiving(one)), effects }
        : { effects, resyncAfterSeconds: LOOK_AGAIN_SECONDS },
    ),
  )
}

/** Of a Snapshot that is going Kubernetes takes the objects away; the volume of a class that retains would stay. */
export const letGo = (scene: Scene): Step<never, Move> =>
  scene.claim === undefined
    ? end({})
    : chain(volumeGoesAlong(scene, scene.claim), (effects) => end(effects.length === 0 ? {} : { effects }))

const isLiving = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp === undefined

const nothingReads = (scene: Scene): Step<boolean, never> => {
  const job = scene.snapshot.status?.job?.name
  if (job === undefined) return go(true)
  const names = [...new Set([runJobName(scene.snapshot), job])]
  return chain(together(names.map((name) => podsGone(scene, name))), (gone) => go(gone.every((one) => one)))
}

/**
 * The volume of a copy is worth nothing without it, whatever its class says. That it is one tells the claim as it is now,
 * not the body of a call.
 */
const volumeGoesAlong = (scene: Scene, { metadata }: Claim): Step<ReadonlyArray<Effect>, never> => {
  if (scene.refusals.length > 0) return go([])
  return chain(readStep(claimCodec, scene.reads, claimRef(scene.namespace, metadata.name)), (read) =>
    read._tag === 'Found' && isOwn(read.value, scene.uid) ? volumeOf(scene, read.value) : go([]),
  )
}

const volumeOf = ({ reads }: Scene, { spec, metadata }: Claim): Step<ReadonlyArray<Effect>, never> => {
  if (spec.volumeName === undefined) return go([])
  return chain(readStep(volume, reads, volumeRef(spec.volumeName)), (read) => {
    if (read._tag !== 'Found' || read.value.spec.claimRef?.uid !== metadata.uid) return go([])
    const { name, uid = '', resourceVersion = '' } = read.value.metadata
    return go(
      read.value.spec.persistentVolumeReclaimPolicy === 'Delete'
        ? []
        : [{ _tag: 'PatchVolume', name, uid, resourceVersion, reclaimPolicy: 'Delete' } as const],
    )
  })
}

/** Somebody changed the volume meanwhile; a right that is missing is not waited for. */
const mustTryAgain = ({ refusals }: Scene): boolean => refusals.some(({ code }) => code !== 403)
