import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import type { KubeObject } from '../../api/kubernetes/object'
import { matchesSelector } from '../../hooks/core/kube'
import { needKey, type Need, type ReadOutcome } from '../../hooks/need'
import { policyNeed } from '../../hooks/snapshot-policy/memory'
import { snapshotsNeed } from '../../hooks/snapshot-policy/pruning/live-rows'
import { snapshotNeed } from '../../hooks/snapshot-policy/slots/observe-minting'
import type { SnapshotSet } from './snapshot-set'
import type { Story } from './story'

/** Answers the live reads of one policy's hook. */
export class HookReads {
  private readonly keys: { readonly policy: string; readonly snapshots: string }
  private readonly namespace: string

  constructor(
    policy: SnapshotPolicy,
    private readonly story: Story,
    private readonly snapshots: SnapshotSet,
  ) {
    this.keys = { policy: needKey(policyNeed(policy)), snapshots: needKey(snapshotsNeed(policy)) }
    this.namespace = policy.metadata.namespace ?? ''
  }

  /** What the hook reads in most calls; here it costs nothing, and spares a round of asking. */
  atHand(policy: SnapshotPolicy): Map<string, ReadOutcome> {
    return new Map<string, ReadOutcome>([
      [this.keys.policy, { _tag: 'Found', object: policy }],
      [this.keys.snapshots, { _tag: 'Listed', items: this.snapshots.list }],
      ...beingMade(policy).map((name): [string, ReadOutcome] => {
        const need = snapshotNeed(name, this.namespace)
        return [needKey(need), this.read(need, policy)]
      }),
    ])
  }

  read(need: Need, policy: SnapshotPolicy): ReadOutcome {
    if (need._tag === 'List') return { _tag: 'Listed', items: this.list(need) }
    const object = need.ref.kind === 'SnapshotPolicy' ? policy : this.snapshots.get(need.ref.name)
    return object === undefined ? { _tag: 'Missing' } : { _tag: 'Found', object }
  }

  private list({ kind, labelSelector }: Extract<Need, { readonly _tag: 'List' }>): ReadonlyArray<KubeObject> {
    switch (kind) {
      case 'Snapshot':
        return this.snapshots.list
      case 'SnapshotSchedule':
        return this.story.schedules
      default:
        return this.story.claims.filter(
          ({ metadata }) =>
            metadata.namespace === this.namespace && matchesSelector(labelSelector, metadata.labels ?? {}),
        )
    }
  }
}

const beingMade = ({ status }: SnapshotPolicy): ReadonlyArray<string> =>
  Object.values(status?.schedules ?? {}).flatMap(({ minting }) => minting?.members.map(({ name }) => name) ?? [])
