import { kubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { findCondition, hasCondition } from '../../core/conditions'
import type { RepositoryRef } from '../../core/names'
import { readRepository, repositoryNeed, resolveRepositoryRef, type AnyRepository } from '../../core/repository'
import { ask, both, chain, end, go, readStep, together, type Step } from '../../core/step'
import { snapshotPolicy } from '../../../api/kinds/snapshot-policy'
import { namespaceRef } from '../launch/namespace-allowed'
import { policyRefOf } from '../launch/policy-of'
import { repositoryRefOf } from '../launch/repository-of'
import { stay, type Move } from '../move'
import type { Scene } from '../scene'
import { parseInstant } from '../../core/time/instant'
import { awaitVerdict, isDeleted, LOOK_AGAIN_SECONDS } from './await-verdict'
import { deletionPlan, keptAnyway, type DeletionPlan, type DeletionReason, type Words } from './deletion-plan'
import { policyCascade, policyState, replicationState, scheduleState, unreadable } from './owners'
import { effectiveDeletionPolicy, onScheduleDelete, stampOf } from './recorded-facts'
import { release } from './release'

interface Place {
  readonly ref: RepositoryRef
  readonly repository: AnyRepository
}

/**
 * Decides by quorum reads alone what becomes of the data, and says so before anything is done. A plan that has just been
 * made is not made again because it was written down, unless the spec has changed since, and one that is carried out
 * needs no more reads.
 */
export const planDeletion = (scene: Scene): Step<never, Move> => {
  if (isDeleted(scene)) return end(release(scene, { _tag: 'Deleted' }))
  const kept = keptAnyway(wordsOf(scene))
  if (kept !== undefined) return end(release(scene, kept))
  return isFresh(scene) ? end(stay(LOOK_AGAIN_SECONDS)) : plan(scene)
}

const wordsOf = ({ snapshot }: Scene): Words => ({
  skipCleanup: snapshot.metadata.annotations?.[Annotation.skipSnapshotCleanup] !== undefined,
  deletionPolicy: effectiveDeletionPolicy(snapshot),
})

const FRESH_SECONDS = 30

const isFresh = ({ snapshot: { metadata, status }, now }: Scene): boolean => {
  const planned = findCondition(status?.conditions, 'DeletionPlanned')
  const since = parseInstant(planned?.status === 'True' ? planned.lastTransitionTime : '')
  return (
    status?.phase === 'Deleting' &&
    hasCondition(status.conditions, 'Ready', 'False', 'Deleting') &&
    since._tag === 'Some' &&
    now - since.value < FRESH_SECONDS * 1000 &&
    planned?.observedGeneration === metadata.generation &&
    ANSWERS.every((name) => metadata.annotations?.[name] === undefined)
  )
}

/** What changes a plan: the word of the repository, and that of the user. */
const ANSWERS: ReadonlyArray<string> = [Annotation.repositoryVerdict, Annotation.skipSnapshotCleanup]

const plan = (scene: Scene): Step<never, Move> =>
  chain(both(repositoryPlace(scene), namespaceDies(scene)), ([place, namespaceDies]) =>
    chain(
      together([policyState(scene), scheduleState(scene), replicationState(scene)]),
      ([policy = 'Unrecorded', schedule = 'Unrecorded', replication = 'Unrecorded']) => {
        const { snapshot } = scene
        const wanted = deletionPlan({
          ...wordsOf(scene),
          stamp: stampOf(snapshot),
          isPinned: snapshot.spec.pin === true,
          policy: { state: policy, onDelete: policyCascade(scene) },
          schedule: { state: schedule, onDelete: onScheduleDelete(snapshot) },
          replication,
          namespaceDeletion: namespaceDies ? (place?.repository.spec.onNamespaceDelete ?? 'Orphan') : undefined,
        })
        return end(carryOut(scene, place, alreadyPlanned(scene, wanted)))
      },
    ),
  )

const carryOut = (scene: Scene, place: Place | undefined, plan: DeletionPlan): Move => {
  if (plan._tag !== 'Delete') return release(scene, plan)
  return place === undefined
    ? release(scene, { _tag: 'Orphan' })
    : awaitVerdict(scene, { ...place, reason: plan.reason })
}

/**
 * A deletion that was planned while its owners lived stays planned when they go afterwards: the repository may already
 * be at it. The user's word, a pin against pruning included, and the end of the namespace are heard at any time.
 */
const alreadyPlanned = (scene: Scene, plan: DeletionPlan): DeletionPlan => {
  const planned = findCondition(scene.snapshot.status?.conditions, 'DeletionPlanned')
  const reason = REASONS.find((known) => known === planned?.reason)
  const isCascade = plan._tag === 'Retain' && plan.because !== undefined && plan.because !== 'Pinned'
  return isCascade && planned?.status === 'True' && reason !== undefined ? { _tag: 'Delete', reason } : plan
}

const REASONS: ReadonlyArray<DeletionReason> = ['External', 'Retention', 'FailedHistory', 'ReplicationRetention']

/** The repository that holds the data; nothing when it is gone for good or nobody can say which it was. */
const repositoryPlace = (scene: Scene): Step<Place | undefined, Move> =>
  chain(refOf(scene), (ref) => {
    if (ref === undefined) return go(undefined)
    const read = readRepository(scene.reads, ref)
    switch (read._tag) {
      case 'NotRead':
        return ask([repositoryNeed(ref)])
      case 'Missing':
        return go(undefined)
      case 'Forbidden':
      case 'Unreadable':
        return end(stay(60))
      case 'Found':
        return go({ ref, repository: read.value })
    }
  })

const refOf = (scene: Scene): Step<RepositoryRef | undefined, Move> => {
  const written = scene.snapshot.status?.resolved?.repository ?? scene.snapshot.spec.repository
  if (written !== undefined) return go(resolveRepositoryRef(written, scene.namespace))
  const policy = policyRefOf(scene)
  if (policy === undefined) return go(undefined)
  return chain(readStep(snapshotPolicy, scene.reads, policy), (read) => {
    if (read._tag !== 'Found') return go(undefined)
    const ref = repositoryRefOf(scene.snapshot, scene.namespace, { policy: read.value, namespace: policy.namespace })
    return go('invalid' in ref ? undefined : ref)
  })
}

const namespaceDies = (scene: Scene): Step<boolean, Move> => {
  const ref = namespaceRef(scene.namespace)
  return chain(readStep(kubeObject, scene.reads, ref), (read) => {
    switch (read._tag) {
      case 'Found':
        return go(read.value.metadata.deletionTimestamp !== undefined)
      case 'Missing':
        return go(false)
      case 'Forbidden':
      case 'Unreadable':
        return end(unreadable(scene, ref))
    }
  })
}
