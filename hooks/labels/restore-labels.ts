import type { Restore } from '../../api/kinds/restore'
import { Label, SnapshotState } from '../../api/names/labels'
import { repositoryLabel } from '../core/names'
import { resolveRepositoryRef } from '../core/repository'
import { chain, go, type Step } from '../core/step'
import type { Circumstances } from '../hook'
import type { LabelMove } from './label-move'
import { livingPolicy, onlyRepository } from './policy-read'
import { stateLabel } from './snapshot-labels'

const RETRY_SECONDS = 60

/** Labels of a Restore: its repository asks them before it deletes what a restore still needs. */
export const restoreLabels = (restore: Restore, { reads }: Pick<Circumstances, 'reads'>): Step<LabelMove, never> => {
  const { metadata, spec, status } = restore
  const namespace = metadata.namespace ?? ''
  const state = stateOf(restore)
  const written = status?.resolved?.repository ?? spec.repository
  if (written !== undefined) return go(labelled(state, repositoryLabel(resolveRepositoryRef(written, namespace))))
  if (!('fromPolicy' in spec.source) || metadata.labels?.[Label.repository] !== undefined) return go({ labels: state })
  const policyRef = {
    namespace: spec.source.fromPolicy.namespace ?? namespace,
    name: spec.source.fromPolicy.name,
  }
  return chain(livingPolicy(reads, policyRef), (policy) => {
    const only = policy === undefined ? undefined : onlyRepository(policy)
    return go(
      only === undefined
        ? { labels: state, resyncAfterSeconds: RETRY_SECONDS }
        : labelled(state, repositoryLabel(resolveRepositoryRef(only, policyRef.namespace))),
    )
  })
}

/** For good, like that of a Snapshot: one that was put back without its status must not run again. A populator may go on. */
const stateOf = ({ metadata, spec, status }: Restore): LabelMove['labels'] =>
  metadata.deletionTimestamp === undefined &&
  metadata.labels?.[Label.state] === SnapshotState.settled &&
  !('populator' in spec.target)
    ? { [Label.state]: SnapshotState.settled }
    : stateLabel(metadata.deletionTimestamp, status?.phase)

const labelled = (state: LabelMove['labels'], repository: string): LabelMove => ({
  labels: { ...state, [Label.repository]: repository },
})
