import * as O from 'fp-ts/Option'
import { durationSeconds, isTimestamp } from '../grammar'
import type { Restore, RestoreSpec } from '../kinds/restore'
import { restoreSource } from '../kinds/shared/restore/source'
import { restoreTarget } from '../kinds/shared/restore/target'
import { snapshotPolicy } from '../kinds/snapshot-policy'
import type { Change, KindRules } from './kind-rules'
import { given, isBlank, refuseIf, type Problems } from './problem'
import { validAccessModes } from './rules/access-modes'
import { validDuration } from './rules/duration'
import { validFailurePolicy } from './rules/failure-policy'
import { validSourcePath } from './rules/identity'
import { validMover, type Inheritance } from './rules/mover'
import { restoreNotServed } from './rules/not-served'
import { atLeast } from './rules/number'
import { repositoriesOf } from './rules/policy/repositories'
import { validQuantity } from './rules/quantity'
import { repositoryKey, validName, validRepositoryRef } from './rules/reference'
import { mayUse } from './rules/tenancy'
import { validStream } from './rules/stream'

export const restoreRules: KindRules<Restore> = {
  shared: ({ spec }) => [
    ...given(spec.repository, (ref) => validRepositoryRef(ref, 'spec.repository')),
    ...validSource(spec),
    ...validTarget(spec),
    ...validWait(spec),
    ...atLeast(spec.options?.parallel, 1, 'spec.options.parallel', '1 restores one file at a time'),
    ...given(spec.failurePolicy, (policy) => validFailurePolicy(policy, 'spec.failurePolicy')),
    ...given(spec.mover, (mover) => validMover(mover, 'spec.mover', inheritance(spec))),
  ],
  admission: (change) => [
    ...fitsPolicy(change),
    ...given(change.object.spec.repository, (ref) =>
      mayUse(ref, change.object.metadata.namespace ?? '', 'spec.repository', change.surroundings),
    ),
  ],
  warnings: ({ object }) => restoreNotServed(object.spec),
}

const validSource = ({ source, repository }: RestoreSpec): Problems =>
  restoreSource.match<Problems>(source, {
    fromPolicy: (from) => [
      ...validName(from, 'spec.source.fromPolicy'),
      ...validTime(from.asOf, 'spec.source.fromPolicy.asOf'),
      ...atLeast(from.offset, 0, 'spec.source.fromPolicy.offset', '0 is the latest, 1 the one before'),
      ...validSourcePath(from.sourcePath, 'spec.source.fromPolicy.sourcePath'),
    ],
    identity: ({ asOf, offset, snapshotID, sourcePath }) => [
      ...refuseIf(
        repository === undefined,
        'spec.repository',
        'is required with source.identity: nothing else says where to look',
      ),
      ...validTime(asOf, 'spec.source.identity.asOf'),
      ...atLeast(offset, 0, 'spec.source.identity.offset', '0 is the latest, 1 the one before'),
      ...refuseIf(
        snapshotID !== undefined && asOf !== undefined,
        'spec.source.identity.asOf',
        'excludes snapshotID: keep one of them',
      ),
      ...refuseIf(
        snapshotID !== undefined && (offset ?? 0) !== 0,
        'spec.source.identity.offset',
        'excludes snapshotID: keep one of them',
      ),
      ...validSourcePath(sourcePath, 'spec.source.identity.sourcePath'),
    ],
    snapshotRef: (ref) => validName(ref, 'spec.source.snapshotRef'),
  })

const validTime = (time: string | undefined, field: string): Problems =>
  refuseIf(
    time !== undefined && !isTimestamp(time),
    field,
    `${JSON.stringify(time)} must be an RFC3339 time, as 2026-01-31T03:00:00Z`,
  )

const validTarget = ({ target }: RestoreSpec): Problems =>
  restoreTarget.match<Problems>(target, {
    populator: () => [],
    pvc: (claim) => [
      ...validName(claim, 'spec.target.pvc'),
      ...refuseIf(
        isBlank(claim.capacity ?? ''),
        'spec.target.pvc.capacity',
        'is required: the size of the new claim is never guessed',
      ),
      ...(isBlank(claim.capacity ?? '') ? [] : validQuantity(claim.capacity, 'spec.target.pvc.capacity')),
      ...given(claim.accessModes, (modes) => validAccessModes(modes, 'spec.target.pvc.accessModes')),
    ],
    pvcRef: (ref) => validName(ref, 'spec.target.pvcRef'),
    streamExec: (stream) => validStream(stream, 'spec.target.streamExec'),
  })

const validWait = ({ policy, failurePolicy }: RestoreSpec): Problems => {
  const deadline = failurePolicy?.activeDeadlineSeconds ?? 0
  const seconds = policy?.waitTimeout === undefined ? O.none : durationSeconds(policy.waitTimeout)
  return [
    ...validDuration(policy?.waitTimeout, 'spec.policy.waitTimeout', { leastSeconds: 1 }),
    ...refuseIf(
      O.isSome(seconds) && deadline > 0 && seconds.value >= deadline,
      'spec.policy.waitTimeout',
      `must be shorter than failurePolicy.activeDeadlineSeconds (${deadline}): the wait is part of it`,
    ),
  ]
}

const BACKUP_ONLY = 'is for backups only: a restore has no consumer yet to copy from'
const NO_WORKLOAD =
  'cannot be used with a populator: set securityContext, or use snapshot: {}, or set moverDefaults of the repository'

const inheritance = ({ target }: RestoreSpec): Inheritance => ({
  pvcConsumer: BACKUP_ONLY,
  ...('populator' in target ? { workloadSelector: NO_WORKLOAD } : {}),
})

/** A policy with several repositories does not say which one to restore from. */
const fitsPolicy = ({ object, surroundings }: Change<Restore>): Problems => {
  const { source, repository } = object.spec
  if (!('fromPolicy' in source)) return []
  const namespace = source.fromPolicy.namespace ?? object.metadata.namespace ?? ''
  const found = snapshotPolicy.decode(
    surroundings.find({ kind: 'SnapshotPolicy', namespace, name: source.fromPolicy.name }),
  )
  const members = found._tag === 'Left' ? [] : repositoriesOf(found.right).map((ref) => repositoryKey(ref, namespace))
  const named = repository === undefined ? undefined : repositoryKey(repository, object.metadata.namespace ?? '')
  return refuseIf(
    members.length > 1 && (named === undefined || !members.includes(named)),
    'spec.repository',
    `must be one of the policy's repositories: ${members.join(', ')}`,
  )
}
