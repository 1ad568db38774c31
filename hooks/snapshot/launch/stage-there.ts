import type { SnapshotPolicySpec } from '../../../api/kinds/snapshot-policy'
import type { ObjectMeta } from '../../../api/kubernetes/object'
import { claimRef } from '../../core/kube'
import { isStageOf, sourceChanged, sourceOfStage, stageClaim, type ReadyStage } from '../../core/snapshot-run'
import { chain, end, go, readStep, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { waitFor } from '../waiting'
import { stagingFailed } from './staging-failed'

const RETRY_SECONDS = 30

/** The claim that the answer names, as it is now: made for this run, of the source that it is to read. */
export const stageThere = (
  scene: Scene,
  spec: SnapshotPolicySpec,
  { source, ready }: { readonly source: string; readonly ready: ReadyStage },
): Step<ReadyStage, Move> =>
  chain(readStep(stageClaim, scene.reads, claimRef(scene.namespace, ready.pvcName)), (read) => {
    if (read._tag === 'Forbidden' || read._tag === 'Unreadable') return end(waitFor(NOT_READABLE, RETRY_SECONDS))
    const stage = read._tag === 'Found' && isUsable(scene, read.value) ? read.value : undefined
    if (stage === undefined) return end(stagingFailed(scene, spec, { ...lost(ready.pvcName), stage: ready }))
    const was = sourceOfStage(stage)
    return was === source ? go(ready) : end(stagingFailed(scene, spec, { ...sourceChanged(was, source), stage: ready }))
  })

const isUsable = ({ snapshot }: Scene, claim: { readonly metadata: ObjectMeta }): boolean =>
  isStageOf(claim, snapshot) && claim.metadata.deletionTimestamp === undefined

const NOT_READABLE = {
  reason: 'WaitingForStage',
  message: 'The copy of the source may not be read; grant the service get on persistentvolumeclaims.',
}

const lost = (name: string) => ({
  reason: 'StagedPvcLost',
  message: `Claim ${name}, the copy of the source, is not there any more. See who deletes claims of this namespace, then make a new Snapshot.`,
})
