import type { RepositoryReplication } from '../kinds/repository-replication'
import type { Change, KindRules } from './kind-rules'
import { given, refuseIf, type Problems } from './problem'
import { backendWarnings, validBackend } from './rules/backend'
import { jitterWithinDay, validCronSpec } from './rules/cron'
import { NO_INHERITANCE, validMover } from './rules/mover'
import { KIND_NOT_SERVED } from './rules/not-served'
import { allAtLeast } from './rules/number'
import { fitOnePod } from './rules/one-pod'
import { validRepositoryRef } from './rules/reference'
import { repositorySpecOf } from './rules/repository-spec-of'
import { validRunRequest } from './rules/run-requested'
import { secretsIn } from './rules/secret-namespace'
import { storageKey } from './rules/storage-key'
import { mayUse } from './rules/tenancy'

export const repositoryReplicationRules: KindRules<RepositoryReplication> = {
  shared: ({ metadata, spec }) => [
    ...validRepositoryRef(spec.sourceRef, 'spec.sourceRef'),
    ...validBackend(spec.destination, 'spec.destination'),
    ...given(metadata.namespace, (namespace) => secretsIn(namespace, spec.destination, 'spec.destination')),
    ...validCronSpec(spec.schedule, 'spec.schedule'),
    ...given(spec.mover, (mover) => validMover(mover, 'spec.mover', NO_INHERITANCE)),
    ...given(spec.sync, ({ parallel, maxDownloadSpeedBytesPerSecond, maxUploadSpeedBytesPerSecond }) =>
      allAtLeast({ parallel, maxDownloadSpeedBytesPerSecond, maxUploadSpeedBytesPerSecond }, 1, 'spec.sync'),
    ),
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
  ],
  warnings: ({ object: { spec } }) => [
    ...KIND_NOT_SERVED,
    ...backendWarnings(spec.destination, 'spec.destination'),
    ...(spec.sync?.deleteExtra === true
      ? ['spec.sync.deleteExtra: blobs that vanish from the source also vanish from the copy']
      : []),
  ],
}

const otherStorage = ({ object: { metadata, spec }, surroundings }: Change<RepositoryReplication>): Problems =>
  given(repositorySpecOf(spec.sourceRef, metadata.namespace ?? '', surroundings), (source) => [
    ...refuseIf(
      storageKey(source.backend) === storageKey(spec.destination),
      'spec.destination',
      'is the storage of the source itself: a copy needs another place',
    ),
    ...fitOnePod(source.backend, spec.destination, 'spec.destination'),
  ])
