import type { ScheduleMemory } from '../../api/kinds/shared/schedule-memory'
import { snapshotPolicy, type SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import { API_VERSION } from '../../api/names/group'
import { readAs } from '../core/kube'
import { decodeOnce } from './decode-once'
import { getNeed, type Need, type Reads } from '../need'

interface Memories {
  readonly [uid: string]: ScheduleMemory
}

/** What the policy remembers, and how sure that is. */
export type PolicyMemory =
  /** As the call carries it: perhaps older than what was written last. */
  | { readonly _tag: 'Cached'; readonly schedules: Memories }
  /** By a quorum read. */
  | { readonly _tag: 'Certain'; readonly schedules: Memories }
  /** The policy of the call is no more, or may not be read: nothing may change. */
  | { readonly _tag: 'Lost'; readonly schedules: Memories }

export const policyMemory = (policy: SnapshotPolicy, reads: Reads): PolicyMemory => {
  const cached = policy.status?.schedules ?? {}
  const read = readAs(decodedOnce)(reads, policyNeed(policy))
  switch (read._tag) {
    case 'NotRead':
      return { _tag: 'Cached', schedules: cached }
    case 'Found':
      return isSameAndAlive(read.value, policy)
        ? { _tag: 'Certain', schedules: read.value.status?.schedules ?? {} }
        : { _tag: 'Lost', schedules: cached }
    case 'Missing':
    case 'Forbidden':
    case 'Unreadable':
      return { _tag: 'Lost', schedules: cached }
  }
}

/** The policy is looked at in several rounds of one call. */
const decodedOnce = decodeOnce(snapshotPolicy)

export const policyNeed = ({ metadata: { namespace, name } }: SnapshotPolicy): Need =>
  getNeed({
    apiVersion: API_VERSION,
    kind: 'SnapshotPolicy',
    ...(namespace === undefined ? {} : { namespace }),
    name,
  })

const isSameAndAlive = (live: SnapshotPolicy, { metadata }: SnapshotPolicy): boolean =>
  live.metadata.uid === metadata.uid && live.metadata.deletionTimestamp === undefined
