import * as E from 'fp-ts/Either'
import { snapshotPolicy, type SnapshotPolicySpec } from '../../api/kinds/snapshot-policy'
import type { KubeObject } from '../../api/kubernetes/object'

/** What a cluster may have and one machine has not. */
export const notOnOneMachine = (object: KubeObject): ReadonlyArray<string> => {
  if (object.kind !== 'SnapshotPolicy') return []
  const policy = snapshotPolicy.decode(object)
  return E.isRight(policy) && wantsCopy(policy.right.spec)
    ? [
        'spec.copyMethod: one machine makes no copies of volumes, so runs with Snapshot (the default) or Clone fail: set Direct, which reads the live files',
      ]
    : []
}

const wantsCopy = ({ copyMethod, sources = [] }: SnapshotPolicySpec): boolean =>
  copyMethod !== 'Direct' && sources.some((source) => 'pvc' in source || 'pvcSelector' in source)
