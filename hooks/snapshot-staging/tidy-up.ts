import type { KubeObject } from '../../api/kubernetes/object'
import { mustTryAgain, podsGone, runJobName, volumeGoesAlong } from '../core/snapshot-run'
import { both, chain, end, go, together, type Step } from '../core/step'
import type { Move } from './move'
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

const isLiving = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp === undefined

const nothingReads = (scene: Scene): Step<boolean, never> => {
  const job = scene.snapshot.status?.job?.name
  if (job === undefined) return go(true)
  const names = [...new Set([runJobName(scene.snapshot), job])]
  return chain(together(names.map((name) => podsGone(scene, name))), (gone) => go(gone.every((one) => one)))
}
