import * as t from 'io-ts'
import { snapshot as snapshotCodec, type Snapshot } from '../../../api/kinds/snapshot'
import { objectMeta } from '../../../api/kubernetes/object'
import type { Effect, EffectRefusal } from '../../effect'
import type { Reads } from '../../need'
import { claimRef, volumeRef } from '../kube'
import { both, chain, go, readStep, type Step } from '../step'
import { instantOf } from '../time/instant'
import { isStageOf, stageClaim, type StageClaim } from './stage-object'
import { stagedAnswerOf } from './staged-answer'

interface Scene {
  readonly snapshot: Snapshot
  readonly namespace: string
  readonly reads: Reads
  readonly refusals: ReadonlyArray<EffectRefusal>
}

/**
 * The volume of a copy is worth nothing without it, whatever its class says: it is made to go with its claim as soon as the
 * claim has it. That the claim is a copy tell claim and Snapshot as they are now, not the body of a call, and the volume must
 * be younger than the Snapshot: whoever marks a claim of his own cannot have an older volume deleted.
 */
export const volumeGoesAlong = (scene: Scene, { metadata, spec }: StageClaim): Step<ReadonlyArray<Effect>, never> => {
  const { snapshot, namespace, reads, refusals } = scene
  if (spec?.volumeName === undefined || isSure(scene, spec.volumeName) || refusals.length > 0) return go([])
  const { apiVersion, kind } = snapshot
  return chain(
    both(
      readStep(stageClaim, reads, claimRef(namespace, metadata.name)),
      readStep(snapshotCodec, reads, { apiVersion, kind, namespace, name: snapshot.metadata.name }),
    ),
    ([claim, run]) =>
      claim._tag === 'Found' && run._tag === 'Found' && isStageOf(claim.value, run.value)
        ? patchOf(scene, claim.value, run.value)
        : go([]),
  )
}

const volume = t.type({
  metadata: objectMeta,
  spec: t.partial({ claimRef: t.partial({ uid: t.string }), persistentVolumeReclaimPolicy: t.string }),
})

const patchOf = (
  { reads }: Scene,
  { spec, metadata }: StageClaim,
  run: Snapshot,
): Step<ReadonlyArray<Effect>, never> => {
  if (spec?.volumeName === undefined) return go([])
  return chain(readStep(volume, reads, volumeRef(spec.volumeName)), (read) => {
    if (read._tag !== 'Found' || read.value.spec.claimRef?.uid !== metadata.uid) return go([])
    const { name, uid = '', resourceVersion = '', creationTimestamp } = read.value.metadata
    const isOlder = (instantOf(creationTimestamp) ?? 0) < (instantOf(run.metadata.creationTimestamp) ?? 0)
    return go(
      isOlder || read.value.spec.persistentVolumeReclaimPolicy === 'Delete'
        ? []
        : [{ _tag: 'PatchVolume', name, uid, resourceVersion, reclaimPolicy: 'Delete' } as const],
    )
  })
}

/** Whether the answer to the run says so of this volume already. */
export const isSure = ({ snapshot }: Pick<Scene, 'snapshot'>, volumeName: string | undefined): boolean => {
  const answer = stagedAnswerOf(snapshot)
  return answer !== undefined && 'ready' in answer && answer.volume !== undefined && answer.volume === volumeName
}

/** Somebody changed the volume meanwhile: it is looked at again. Another refusal is not waited for. */
export const mustTryAgain = ({ refusals }: Pick<Scene, 'refusals'>): boolean =>
  refusals.some(({ code }) => code === 409)
