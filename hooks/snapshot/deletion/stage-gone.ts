import { kubeObject, type KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { isStageOf, stageClaim, stageNames, volumeGoesAlong } from '../../core/snapshot-run'
import { both, chain, end, go, readStep, type Answered, type Step } from '../../core/step'
import { claimRef, volumeSnapshotRef, type Read } from '../../core/kube'
import type { Effect } from '../../effect'
import type { Move } from '../move'
import type { Scene } from '../scene'

const LOOK_AGAIN_SECONDS = 1
const REFUSED_SECONDS = 30

/**
 * What was staged for a Snapshot that is going goes first, however it is deleted: an orphaning deletion takes the owner off,
 * and nobody else would know whose it was.
 */
export const stageGone = (scene: Scene, { isOverdue }: { readonly isOverdue: boolean }): Step<true, Move> =>
  chain(stageAhead(scene), (stage) =>
    stage === undefined
      ? go(true)
      : chain(claimEffects(scene, ownLiving(scene, stage.claim)), (effects) =>
          removal(scene, { effects: [...effects, ...snapshotEffects(ownLiving(scene, stage.taken))], isOverdue }),
        ),
  )

interface Stage {
  readonly claim: Answered<Read<KubeObject>>
  readonly taken: Answered<Read<KubeObject>>
}

/** Read along with what else a deletion needs, which has but a few rounds; nothing where none was ever asked for. */
export const stageAhead = ({ snapshot, namespace, reads }: Scene): Step<Stage | undefined, never> => {
  if (snapshot.metadata.annotations?.[Annotation.staged] === undefined) return go(undefined)
  const names = stageNames(snapshot)
  return chain(
    both(
      readStep(kubeObject, reads, claimRef(namespace, names.claim)),
      readStep(kubeObject, reads, volumeSnapshotRef(namespace, names.volumeSnapshot)),
    ),
    ([claim, taken]) => go({ claim, taken }),
  )
}

interface Removal {
  readonly effects: ReadonlyArray<Effect>
  readonly isOverdue: boolean
}

/** What the API does not let go of holds the deletion up for a while, not for ever. */
const removal = ({ refusals }: Scene, { effects, isOverdue }: Removal): Step<true, Move> => {
  const refused = refusals.some(({ effect }) => effect._tag !== 'PatchVolume')
  if (effects.length === 0 || (refused && isOverdue)) return go(true)
  return end(refused ? { resyncAfterSeconds: REFUSED_SECONDS } : { effects, resyncAfterSeconds: LOOK_AGAIN_SECONDS })
}

const ownLiving = ({ snapshot }: Scene, read: Answered<Read<KubeObject>>): KubeObject | undefined =>
  read._tag === 'Found' && read.value.metadata.deletionTimestamp === undefined && isStageOf(read.value, snapshot)
    ? read.value
    : undefined

/** The volume is made to go along first; the claim goes in the next look. */
const claimEffects = (scene: Scene, claim: KubeObject | undefined): Step<ReadonlyArray<Effect>, never> =>
  claim === undefined || !stageClaim.is(claim)
    ? go([])
    : chain(volumeGoesAlong(scene, claim), (patches) =>
        go(patches.length > 0 ? patches : [{ _tag: 'DeleteClaim', ...preconditions(claim) } as const]),
      )

const snapshotEffects = (taken: KubeObject | undefined): ReadonlyArray<Effect> =>
  taken === undefined ? [] : [{ _tag: 'DeleteVolumeSnapshot', ...preconditions(taken) }]

const preconditions = ({ apiVersion, kind, metadata }: Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>) => ({
  ref: { apiVersion, kind, namespace: metadata.namespace ?? '', name: metadata.name },
  uid: metadata.uid ?? '',
  resourceVersion: metadata.resourceVersion ?? '',
})
