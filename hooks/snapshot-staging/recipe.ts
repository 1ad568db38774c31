import { snapshotPolicy, type SnapshotPolicySpec } from '../../api/kinds/snapshot-policy'
import { API_VERSION } from '../../api/names/group'
import { sourceOf, stagingSeconds } from '../core/snapshot-run'
import { chain, end, go, readStep, type Step } from '../core/step'
import type { Move } from './move'
import type { Scene } from './scene'

/** What is to be staged, and how. */
export interface Recipe {
  readonly method: 'Snapshot' | 'Clone'
  readonly spec: SnapshotPolicySpec
  /** The source claim. */
  readonly source: string
  /** Seconds; 0 is for ever. */
  readonly timeout: number
}

const RETRY_SECONDS = 30

/** From the policy as it is now. What is wrong with it the run itself says. */
export const recipeOf = ({ snapshot, namespace, reads }: Scene): Step<Recipe, Move> => {
  const { policyRef } = snapshot.spec
  if (policyRef === undefined) return end({})
  const ref = { apiVersion: API_VERSION, kind: 'SnapshotPolicy', namespace, ...policyRef }
  return chain(readStep(snapshotPolicy, reads, ref), (read) => {
    if (read._tag !== 'Found') return end({ resyncAfterSeconds: RETRY_SECONDS })
    const { spec } = read.value
    const source = sourceOf(snapshot.spec, spec, namespace)
    return spec.copyMethod === 'Direct' || !('_tag' in source) || source._tag !== 'Claim'
      ? end({})
      : go({ method: spec.copyMethod ?? 'Snapshot', spec, source: source.claim, timeout: stagingSeconds(spec) })
  })
}
