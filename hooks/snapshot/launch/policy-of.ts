import { snapshotPolicy, type SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import { API_VERSION } from '../../../api/names/group'
import { storedProblems } from '../../../api/validation'
import { chain, end, go, readStep, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { blockedOn, waitFor } from '../waiting'

export interface PolicyPlace {
  readonly policy: SnapshotPolicy
  readonly namespace: string
}

export const policyRefOf = ({ snapshot, namespace }: Pick<Scene, 'snapshot' | 'namespace'>) => {
  const ref = snapshot.spec.policyRef
  return ref === undefined
    ? undefined
    : { apiVersion: API_VERSION, kind: 'SnapshotPolicy', namespace: ref.namespace ?? namespace, name: ref.name }
}

/** The recipe of this run, read live: what it says now is what is run. */
export const policyOf = (scene: Scene): Step<PolicyPlace, Move> => {
  const ref = policyRefOf(scene)
  const [problem] = storedProblems('Snapshot')({ ...scene.snapshot })
  if (problem !== undefined)
    return end(blockedOn({ reason: 'InvalidSpec', message: `${problem.field} ${problem.message}`, action: 'FixSpec' }))
  if (ref === undefined)
    return end(
      blockedOn({
        reason: 'InvalidSpec',
        message: 'spec.policyRef is not set: name the SnapshotPolicy that says what to back up.',
        action: 'FixSpec',
      }),
    )
  const name = `SnapshotPolicy ${ref.namespace}/${ref.name}`
  return chain(readStep(snapshotPolicy, scene.reads, ref), (read) => {
    switch (read._tag) {
      case 'Missing':
        return end(
          waitFor(
            { reason: 'PolicyNotFound', message: `${name} does not exist; create it or fix spec.policyRef.` },
            30,
          ),
        )
      case 'Forbidden':
        return end(
          waitFor(
            { reason: 'PolicyNotReadable', message: `${name} may not be read; grant the service get on it.` },
            60,
          ),
        )
      case 'Unreadable':
        return end(
          blockedOn({ reason: 'InvalidSpec', message: `${name} does not have the shape of its kind; fix it.` }),
        )
      case 'Found':
        return sound(read.value, ref.namespace, name)
    }
  })
}

const sound = (policy: SnapshotPolicy, namespace: string, name: string): Step<PolicyPlace, Move> => {
  const [problem] = storedProblems('SnapshotPolicy')({ ...policy })
  if (policy.metadata.deletionTimestamp !== undefined)
    return end(waitFor({ reason: 'PolicyTerminating', message: `${name} is being deleted; no run starts.` }, 60))
  return problem === undefined
    ? go({ policy, namespace })
    : end(
        blockedOn({
          reason: 'InvalidSpec',
          message: `${name}: ${problem.field} ${problem.message}`,
          action: 'FixSpec',
        }),
      )
}
