import type { Snapshot } from '../../api/kinds/snapshot'
import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import { Label, SnapshotState } from '../../api/names/labels'
import { capName, repositoryLabel } from '../core/names'
import { originOf, type Origin } from '../core/origin'
import { resolveRepositoryRef } from '../core/repository'
import { chain, go, type Step } from '../core/step'
import { livingPolicy, onlyRepository } from './policy-read'
import type { Circumstances } from '../hook'
import type { LabelMove } from './label-move'

const ADOPTABLE: ReadonlyArray<Origin> = ['manual', 'scheduled', 'adopted']
const TERMINAL = ['Succeeded', 'Unchanged', 'Failed', 'Discovered']

/** Labels of a Snapshot: by them policies and repositories find it, and a policy adopts one that has no owner. */
export const snapshotLabels = (
  snapshot: Snapshot,
  { reads, now }: Pick<Circumstances, 'reads' | 'now'>,
): Step<LabelMove, never> => {
  const namespace = snapshot.metadata.namespace ?? ''
  const policyRef = snapshot.spec.policyRef === undefined ? undefined : { namespace, ...snapshot.spec.policyRef }
  const known = knownLabels(snapshot, policyRef)
  if (policyRef?.namespace === namespace && isAboutToBegin(snapshot, now))
    return go({ labels: {}, resyncAfterSeconds: BEGINNING_SECONDS })
  const isOwnerless = wantsOwner(snapshot)
  if (policyRef === undefined || (!isOwnerless && hasRepository(snapshot, known))) return go({ labels: known })
  return chain(livingPolicy(reads, policyRef), (policy) =>
    go({
      labels: {
        ...policyLabels(policy, policyRef.namespace),
        ...known,
        ...(isOwnerless && policyRef.namespace === namespace ? adoption(policy) : {}),
      },
      ...(isOwnerless || policy === undefined ? { resyncAfterSeconds: askAgain(snapshot, now) } : {}),
    }),
  )
}

/**
 * A run that has just been asked for is given to its policy, labels and all, when it begins. Two writers at that moment
 * would only cross each other.
 */
const isAboutToBegin = (snapshot: Snapshot, now: number): boolean => {
  const { metadata, status } = snapshot
  return (
    (status?.phase ?? 'Pending') === 'Pending' &&
    metadata.deletionTimestamp === undefined &&
    metadata.labels?.[Label.state] === undefined &&
    originOf(snapshot) === 'manual' &&
    now - Date.parse(metadata.creationTimestamp ?? '') < BEGINNING_SECONDS * 1000
  )
}

const BEGINNING_SECONDS = 15

interface PolicyRef {
  readonly namespace: string
  readonly name: string
}

/** What the Snapshot says of itself. */
const knownLabels = ({ metadata, spec, status }: Snapshot, policyRef: PolicyRef | undefined): LabelMove['labels'] => {
  const namespace = metadata.namespace ?? ''
  const written = status?.resolved?.repository ?? spec.repository
  return {
    ...(isSettled(metadata)
      ? { [Label.state]: SnapshotState.settled }
      : stateLabel(metadata.deletionTimestamp, status?.phase)),
    ...(policyRef?.namespace === namespace ? { [Label.config]: capName(policyRef.name) } : {}),
    ...(written === undefined ? {} : { [Label.repository]: repositoryLabel(resolveRepositoryRef(written, namespace)) }),
  }
}

/** For good: a row that was put back from Git or from a backup of the cluster has no status, and must not run again. */
const isSettled = ({ deletionTimestamp, labels }: Snapshot['metadata']): boolean =>
  deletionTimestamp === undefined && labels?.[Label.state] === SnapshotState.settled

const policyLabels = (policy: SnapshotPolicy | undefined, namespace: string): LabelMove['labels'] => {
  const only = policy === undefined ? undefined : onlyRepository(policy)
  return only === undefined ? {} : { [Label.repository]: repositoryLabel(resolveRepositoryRef(only, namespace)) }
}

/** The policy takes what carries its UID and has no other owner. */
const adoption = (policy: SnapshotPolicy | undefined): LabelMove['labels'] =>
  policy?.metadata.uid === undefined ? {} : { [Label.controllerUid]: policy.metadata.uid }

const hasRepository = ({ metadata }: Snapshot, known: LabelMove['labels']): boolean =>
  known[Label.repository] !== undefined || metadata.labels?.[Label.repository] !== undefined

/** Made by hand, or left behind by an owner that is gone; what is dying is not adopted any more. */
const wantsOwner = (snapshot: Snapshot): boolean =>
  snapshot.metadata.deletionTimestamp === undefined &&
  snapshot.metadata.ownerReferences?.some(({ controller }) => controller === true) !== true &&
  ADOPTABLE.includes(originOf(snapshot))

export const stateLabel = (deletionTimestamp: string | undefined, phase: string | undefined) => ({
  [Label.state]:
    deletionTimestamp !== undefined
      ? SnapshotState.deleting
      : TERMINAL.includes(phase ?? '') || phase === 'Completed'
        ? SnapshotState.settled
        : SnapshotState.active,
})

/** 15 seconds for a new one, later up to 300: a policy may come at any time, or come back under another UID. */
const askAgain = ({ metadata }: Snapshot, now: number): number => {
  const age = (now - Date.parse(metadata.creationTimestamp ?? '')) / 1000
  return Number.isNaN(age) ? 300 : Math.round(Math.min(300, Math.max(15, age / 4)))
}
