import type { SnapshotPolicySpec } from '../../api/kinds/snapshot-policy'
import { lastCall } from '../core/memo/last-call'
import { repositoryKey, type RepositoryRef } from '../core/names'
import { resolveRepositoryRef, type AnyRepository, type WrittenRepositoryRef } from '../core/repository'
import type { PolicyRequest } from './request'

/** A repository the policy writes to, with the object where it was found. */
export interface Target {
  readonly ref: RepositoryRef
  readonly key: string
  readonly object: AnyRepository | undefined
}

export const targetsOf = ({ policy, repositories }: PolicyRequest): ReadonlyArray<Target> =>
  found(policy.spec, policy.metadata.namespace ?? '', repositories)

const found = lastCall(
  (spec: SnapshotPolicySpec, namespace: string, repositories: ReadonlyArray<AnyRepository>): ReadonlyArray<Target> =>
    writtenTargets(spec).map((written) => {
      const ref = resolveRepositoryRef(written, namespace)
      return { ref, key: repositoryKey(ref), object: repositories.find((object) => isNamed(object, ref)) }
    }),
)

export const writtenTargets = (spec: SnapshotPolicySpec): ReadonlyArray<WrittenRepositoryRef> =>
  'repositories' in spec ? spec.repositories : spec.repository === undefined ? [] : [spec.repository]

/** With several repositories each Snapshot names its own; one that writes to a single one does not. */
export const isMulti = (spec: SnapshotPolicySpec): boolean => 'repositories' in spec

const isNamed = ({ kind, metadata }: AnyRepository, ref: RepositoryRef): boolean =>
  kind === ref.kind &&
  metadata.name === ref.name &&
  (ref.kind === 'ClusterRepository' || metadata.namespace === ref.namespace)
