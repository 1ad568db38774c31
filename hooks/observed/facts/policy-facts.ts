import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import { present } from '../../core/json/present'
import type { RepositoryRef } from '../../core/names'
import { resolveRepositoryRef } from '../../core/repository'
import { instantOf, type Instant } from '../../core/time/instant'
import { stalledOf, type MayStall } from './stalled'

export interface PolicyFacts extends MayStall {
  readonly _tag: 'SnapshotPolicy'
  readonly namespace: string
  readonly name: string
  /** Several: each of its Snapshots names one of them. */
  readonly repositories: ReadonlyArray<RepositoryRef>
  readonly hasSeveral: boolean
  /** The newest success there ever was; its Snapshot may be gone. */
  readonly succeededAt?: Instant
  readonly verifiedAt?: Instant
}

export const policyFacts = ({ metadata, spec, status }: SnapshotPolicy): PolicyFacts => {
  const namespace = metadata.namespace ?? ''
  const hasSeveral = 'repositories' in spec
  const written = 'repositories' in spec ? spec.repositories : spec.repository === undefined ? [] : [spec.repository]
  return {
    _tag: 'SnapshotPolicy',
    namespace,
    name: metadata.name,
    repositories: written.map((ref) => resolveRepositoryRef(ref, namespace)),
    hasSeveral,
    ...stalledOf(status?.conditions),
    ...present(instantOf(status?.lastSuccessfulSnapshot), (succeededAt) => ({ succeededAt })),
    ...present(instantOf(status?.lastVerified), (verifiedAt) => ({ verifiedAt })),
  }
}
