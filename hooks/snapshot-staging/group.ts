import type { SnapshotPolicySpec } from '../../api/kinds/snapshot-policy'
import { kubeObject } from '../../api/kubernetes/object'
import { isSource } from '../core/kube'
import { chain, end, go, listStep, type Step } from '../core/step'
import { failed, notReadable, waiting, type Move } from './move'
import type { Recipe } from './recipe'
import type { Scene } from './scene'

const RETRY_SECONDS = 30

/**
 * Several claims that the policy wants frozen in one moment cannot be had here; taking them one after the other instead
 * would look the same and be something else.
 */
export const noGroup = ({ snapshot, namespace, reads }: Scene, { spec }: Recipe): Step<true, Move> => {
  const selector = selectorOf(spec, snapshot.spec.source?.sourceIndex ?? 0)
  if (selector === undefined || spec.groupBy === 'None') return go(true)
  const need = {
    _tag: 'List',
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    namespace,
    labelSelector: selector,
  } as const
  return chain(listStep(kubeObject, reads, need), (listed) =>
    listed._tag === 'Forbidden'
      ? end(waiting(notReadable('PersistentVolumeClaims'), RETRY_SECONDS))
      : listed.items.filter(isSource).length > 1
        ? end(failed(NO_GROUPS))
        : go(true),
  )
}

const selectorOf = ({ sources = [] }: SnapshotPolicySpec, index: number) => {
  const source = sources[index]
  return source !== undefined && 'pvcSelector' in source ? (source.pvcSelector.labelSelector ?? {}) : undefined
}

const NO_GROUPS = {
  reason: 'VolumeGroupSnapshotFailed',
  message:
    'The policy wants all claims that it selects frozen in one moment (groupBy VolumeGroupSnapshot, the default), and this release takes no group snapshots. Set groupBy: None on the policy to take them one by one, then make a new Snapshot.',
}
