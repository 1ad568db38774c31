import type { Snapshot, SnapshotStatus } from '../../../api/kinds/snapshot'
import { Annotation } from '../../../api/names/annotations'
import { hasCondition } from '../../core/conditions'
import { present } from '../../core/json/present'
import type { RepositoryRef } from '../../core/names'
import { resolveRepositoryRef } from '../../core/repository'
import { instantOf, type Instant } from '../../core/time/instant'

export interface SnapshotFacts {
  readonly _tag: 'Snapshot'
  readonly namespace: string
  readonly name: string
  readonly phase: string
  readonly policy?: string
  readonly policyNamespace?: string
  readonly repository?: RepositoryRef
  /** When it ended, else when it was made. */
  readonly at: Instant
  readonly endedAt?: Instant
  readonly durationSeconds?: number
  readonly sizeBytes?: number
  readonly files?: number
  /** A run that has not begun: its repository is not ready, or has no slot free. */
  readonly waits?: 'ForRepository' | 'ForSlot'
  /** Deleted by somebody, not by pruning, and not gone yet. */
  readonly leaving?: 'Pending' | 'Held'
}

export const snapshotFacts = (snapshot: Snapshot): SnapshotFacts => {
  const { metadata, spec, status } = snapshot
  const namespace = metadata.namespace ?? ''
  const endedAt = instantOf(status?.timing?.endTime)
  return {
    _tag: 'Snapshot',
    namespace,
    name: metadata.name,
    phase: status?.phase ?? 'Pending',
    at: endedAt ?? instantOf(metadata.creationTimestamp) ?? 0,
    ...present(spec.policyRef, (ref) => ({ policy: ref.name, policyNamespace: ref.namespace ?? namespace })),
    ...present(repositoryOf(snapshot), (repository) => ({ repository })),
    ...present(endedAt, (end) => ({ endedAt: end })),
    ...figuresOf(status ?? {}),
    ...present(waitOf(status), (waits) => ({ waits })),
    ...present(leavingOf(snapshot), (leaving) => ({ leaving })),
  }
}

const figuresOf = ({
  timing,
  stats,
}: SnapshotStatus): Pick<SnapshotFacts, 'durationSeconds' | 'sizeBytes' | 'files'> => ({
  ...present(timing?.durationSeconds, (durationSeconds) => ({ durationSeconds })),
  ...present(stats?.sizeBytes, (sizeBytes) => ({ sizeBytes })),
  ...present(filesOf(stats), (files) => ({ files })),
})

/** That of its spec, where its policy has several; else the one that a run or a deletion wrote down. */
const repositoryOf = ({ metadata, spec, status }: Snapshot): RepositoryRef | undefined => {
  const written = spec.repository ?? status?.resolved?.repository
  return written === undefined ? undefined : resolveRepositoryRef(written, metadata.namespace ?? '')
}

/** Unknown when none of the counts is there. */
const filesOf = ({ filesNew, filesModified, filesUnchanged }: NonNullable<SnapshotStatus['stats']> = {}):
  number | undefined => {
  const counts = [filesNew, filesModified, filesUnchanged].filter((count) => count !== undefined)
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0)
}

const waitOf = (status: SnapshotStatus | undefined): SnapshotFacts['waits'] => {
  if ((status?.phase ?? 'Pending') !== 'Pending') return undefined
  const { conditions } = status ?? {}
  if (hasCondition(conditions, 'Ready', 'False', 'RepositoryNotReady')) return 'ForRepository'
  return hasCondition(conditions, 'Ready', 'False', 'WaitingForSlot') ? 'ForSlot' : undefined
}

const leavingOf = ({ metadata, status }: Snapshot): SnapshotFacts['leaving'] => {
  const { deletionTimestamp, finalizers = [], annotations } = metadata
  if (deletionTimestamp === undefined || finalizers.length === 0) return undefined
  if (annotations?.[Annotation.prunedBy] !== undefined) return undefined
  return hasCondition(status?.conditions, 'DeletionHeld', 'True') ? 'Held' : 'Pending'
}
