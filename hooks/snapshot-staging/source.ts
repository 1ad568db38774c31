import { claimRef, volumeRef } from '../core/kube'
import { both, chain, end, go, readStep, type Step } from '../core/step'
import { failed, lateMessage, unreadable, waitingUntil, type Move } from './move'
import { claim, storageClass, storageClassRef, volume, type Claim, type Volume } from './objects'
import type { Recipe } from './recipe'
import { askedAt } from './request-state'
import type { Scene } from './scene'

/** The source as far as its copy depends on it. */
export interface Origin {
  readonly claim: Claim
  /** The CSI driver of its volume. */
  readonly driver: string
  /** The StorageClass of the copy. */
  readonly className: string
}

export const originOf = (scene: Scene, recipe: Recipe): Step<Origin, Move> =>
  chain(boundClaim(scene, recipe), (found) =>
    chain(both(driverOf(scene, recipe, found), classOfCopy(scene, recipe, found)), ([driver, { name, provisioner }]) =>
      provisioner === undefined || provisioner === driver
        ? go({ claim: found, driver, className: name })
        : end(failed(classMismatch(name, provisioner, driver))),
    ),
  )

interface Bound extends Claim {
  readonly spec: Claim['spec'] & { readonly volumeName: string }
}

const boundClaim = (scene: Scene, recipe: Recipe): Step<Bound, Move> =>
  chain(readStep(claim, scene.reads, claimRef(scene.namespace, recipe.source)), (read) => {
    if (read._tag !== 'Found') return end(notYet(scene, recipe, `Claim ${recipe.source} is not there.`))
    const { volumeName } = read.value.spec
    return volumeName === undefined || volumeName === ''
      ? end(notYet(scene, recipe, `Claim ${recipe.source} is not bound to a volume yet; start its workload.`))
      : go({ ...read.value, spec: { ...read.value.spec, volumeName } })
  })

const notYet = ({ snapshot, now }: Scene, { timeout }: Recipe, message: string): Move =>
  waitingUntil(
    { since: askedAt(snapshot, now), timeout, now },
    { reason: 'WaitingForVolumeSnapshot', message },
    { told: { reason: 'StagingTimedOut', message: lateMessage(message, timeout) }, stage: {} },
  )

const MIGRATED = 'pv.kubernetes.io/migrated-to'

const driverOf = (scene: Scene, recipe: Recipe, { spec }: Bound): Step<string, Move> =>
  chain(readStep(volume, scene.reads, volumeRef(spec.volumeName)), (read) => {
    if (read._tag === 'Forbidden') return end(unreadable('PersistentVolumes'))
    if (read._tag !== 'Found') return end(notYet(scene, recipe, `PersistentVolume ${spec.volumeName} is not there.`))
    const driver = csiDriver(read.value)
    return driver === undefined
      ? end(
          failed({
            reason: 'SourceNotCSIProvisioned',
            message: `Claim ${recipe.source} lies on a volume that no CSI driver made, so there is no snapshot or clone of it. Set copyMethod: Direct on the policy to read the live volume, then make a new Snapshot.`,
          }),
        )
      : go(driver)
  })

/** A volume of an old in-tree driver names the CSI driver that serves it now. */
const csiDriver = ({ spec, metadata }: Volume): string | undefined =>
  spec.csi?.driver ?? metadata.annotations?.[MIGRATED]

/** The class that a copy is made with; its provisioner only where the policy chose it. */
const classOfCopy = (
  { reads }: Scene,
  { spec, source }: Recipe,
  origin: Claim,
): Step<{ readonly name: string; readonly provisioner?: string }, Move> => {
  const asked = spec.staging?.storageClassName
  const name = asked ?? origin.spec.storageClassName ?? ''
  if (name === '') return end(failed(noClass(source)))
  return chain(readStep(storageClass, reads, storageClassRef(name)), (read) => {
    switch (read._tag) {
      case 'Missing':
        return end(failed(classMissing(name)))
      case 'Forbidden':
        return end(unreadable(`StorageClass ${name}`))
      case 'Unreadable':
        return go({ name })
      case 'Found':
        return go(asked === undefined ? { name } : { name, provisioner: read.value.provisioner })
    }
  })
}

const noClass = (source: string) => ({
  reason: 'StagedClassNotFound',
  message: `Claim ${source} has no StorageClass that a copy could be made with. Set spec.staging.storageClassName of the policy, then make a new Snapshot.`,
})

const classMissing = (name: string) => ({
  reason: 'StagedClassNotFound',
  message: `StorageClass ${name} does not exist. Create it or set spec.staging.storageClassName of the policy to another, then make a new Snapshot.`,
})

const classMismatch = (name: string, provisioner: string, driver: string) => ({
  reason: 'StagedClassMismatch',
  message: `StorageClass ${name} is of ${provisioner}, and the source is of ${driver}: a driver copies its own volumes only. Set spec.staging.storageClassName of the policy to a class of ${driver}, then make a new Snapshot.`,
})
