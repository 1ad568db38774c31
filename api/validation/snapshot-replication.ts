import type { IdentityMatcher, SnapshotReplication } from '../kinds/snapshot-replication'
import type { Change, KindRules } from './kind-rules'
import { each, given, refuseIf, type Problems } from './problem'
import { jitterWithinDay, validCronSpec } from './rules/cron'
import { NO_INHERITANCE, validMover } from './rules/mover'
import { validThrottle } from './rules/mover-defaults'
import { KIND_NOT_SERVED } from './rules/not-served'
import { atLeast } from './rules/number'
import { fitOnePod } from './rules/one-pod'
import { repositoryKey, validRepositoryRef } from './rules/reference'
import { repositorySpecOf } from './rules/repository-spec-of'
import { keepsSomething } from './rules/retention'
import { validRunRequest } from './rules/run-requested'
import { storageKey } from './rules/storage-key'
import { mayUse } from './rules/tenancy'

export const snapshotReplicationRules: KindRules<SnapshotReplication> = {
  shared: ({ metadata, spec }) => [
    ...validRepositoryRef(spec.sourceRef, 'spec.sourceRef'),
    ...validRepositoryRef(spec.destinationRef, 'spec.destinationRef'),
    ...refuseIf(
      repositoryKey(spec.sourceRef, metadata.namespace ?? '') ===
        repositoryKey(spec.destinationRef, metadata.namespace ?? ''),
      'spec.destinationRef',
      'names the source itself: copies need another repository',
    ),
    ...validCronSpec(spec.schedule, 'spec.schedule'),
    ...each(spec.selection?.identities?.include, 'spec.selection.identities.include', validMatcher),
    ...each(spec.selection?.identities?.exclude, 'spec.selection.identities.exclude', validMatcher),
    ...given(spec.migrate, ({ parallel, throttle }) => [
      ...atLeast(parallel, 1, 'spec.migrate.parallel'),
      ...given(throttle?.source, (limits) => validThrottle(limits, 'spec.migrate.throttle.source')),
      ...given(throttle?.destination, (limits) => validThrottle(limits, 'spec.migrate.throttle.destination')),
    ]),
    ...given(spec.pruning, (pruning) =>
      'retention' in pruning ? keepsSomething(pruning.retention, 'spec.pruning.retention') : [],
    ),
    ...given(spec.mover, (mover) => validMover(mover, 'spec.mover', NO_INHERITANCE)),
  ],
  admission: (change) => [
    ...jitterWithinDay(change.object.spec.schedule.jitter, 'spec.schedule.jitter'),
    ...validRunRequest(change.object.metadata),
    ...otherStorage(change),
    ...mayUse(
      change.object.spec.sourceRef,
      change.object.metadata.namespace ?? '',
      'spec.sourceRef',
      change.surroundings,
    ),
    ...mayUse(
      change.object.spec.destinationRef,
      change.object.metadata.namespace ?? '',
      'spec.destinationRef',
      change.surroundings,
    ),
  ],
  warnings: () => KIND_NOT_SERVED,
}

const validMatcher = (matcher: IdentityMatcher, path: string): Problems => {
  const parts = Object.entries({ ...matcher })
  return [
    ...refuseIf(parts.length === 0, path, 'must set at least one of username, hostname, sourcePath'),
    ...parts.flatMap(([name, glob]) => [
      ...refuseIf(glob === '', `${path}.${name}`, 'must not be empty: leave it out to match all'),
      ...refuseIf(
        glob !== undefined && /[[\]{}\u0000-\u001f\u007f]/.test(glob),
        `${path}.${name}`,
        'may use * and ? only: no [], no {} and no control characters',
      ),
    ]),
  ]
}

const otherStorage = ({ object: { metadata, spec }, surroundings }: Change<SnapshotReplication>): Problems => {
  const namespace = metadata.namespace ?? ''
  const source = repositorySpecOf(spec.sourceRef, namespace, surroundings)
  const destination = repositorySpecOf(spec.destinationRef, namespace, surroundings)
  return source === undefined || destination === undefined
    ? []
    : [
        ...refuseIf(
          storageKey(source.backend) === storageKey(destination.backend),
          'spec.destinationRef',
          'has the same storage as the source: copies need another place',
        ),
        ...fitOnePod(source.backend, destination.backend, 'spec.destinationRef'),
      ]
}
