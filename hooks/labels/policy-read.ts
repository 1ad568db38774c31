import { snapshotPolicy, type SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import { API_VERSION } from '../../api/names/group'
import { chain, go, readStep, type Step } from '../core/step'
import type { Reads } from '../need'

/** A policy that lives, read by quorum; nothing when it does not, or cannot be read. */
export const livingPolicy = (
  reads: Reads,
  ref: { readonly namespace: string; readonly name: string },
): Step<SnapshotPolicy | undefined, never> =>
  chain(readStep(snapshotPolicy, reads, { apiVersion: API_VERSION, kind: 'SnapshotPolicy', ...ref }), (read) =>
    go(read._tag === 'Found' && read.value.metadata.deletionTimestamp === undefined ? read.value : undefined),
  )

/** The repository of a policy that has but one. */
export const onlyRepository = ({ spec }: SnapshotPolicy) =>
  'repository' in spec && spec.repository !== undefined
    ? spec.repository
    : 'repositories' in spec && spec.repositories?.length === 1
      ? spec.repositories[0]
      : undefined
