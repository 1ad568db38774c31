import type { Restore } from '../../api/kinds/restore'
import { Label } from '../../api/names/labels'
import { repositoryLabel } from '../core/names'
import { resolveRepositoryRef } from '../core/repository'
import { chain, go, type Step } from '../core/step'
import type { Circumstances } from '../hook'
import type { LabelMove } from './label-move'
import { livingPolicy, onlyRepository } from './policy-read'
import { stateLabel } from './snapshot-labels'

const RETRY_SECONDS = 60

/** Labels of a Restore: its repository asks them before it deletes what a restore still needs. */
export const restoreLabels = (
  { metadata, spec, status }: Restore,
  { reads }: Pick<Circumstances, 'reads'>,
): Step<LabelMove, never> => {
  const namespace = metadata.namespace ?? ''
  const state = stateLabel(metadata.deletionTimestamp, status?.phase)
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

const labelled = (state: LabelMove['labels'], repository: string): LabelMove => ({
  labels: { ...state, [Label.repository]: repository },
})
