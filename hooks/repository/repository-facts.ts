import type { RepositoryFacts } from '../../api/mover/outcome'
import { formatInstant, type Instant } from '../core/time/instant'
import type { AnyStatus } from './any-status'
import { humanSize } from './human-size'

type Storage = NonNullable<AnyStatus['storageStats']>

/** What a scan counted; a probe counts nothing and leaves the figures alone. */
export const observedStorage = (
  before: Storage | undefined,
  { snapshotCount, totalSizeBytes, indexBlobCount }: RepositoryFacts,
  at: Instant,
): Pick<AnyStatus, 'storageStats'> => {
  const counted: Storage = {
    ...(snapshotCount === undefined ? {} : { snapshotCount }),
    ...(totalSizeBytes === undefined ? {} : { totalSizeBytes, totalSize: humanSize(totalSizeBytes) }),
    ...(indexBlobCount === undefined ? {} : { indexBlobCount }),
  }
  return Object.keys(counted).length === 0
    ? {}
    : { storageStats: { ...before, ...counted, lastObservedAt: formatInstant(at) } }
}

export const observedParameters = (
  before: AnyStatus['parameters'],
  { epoch, blobRetention }: RepositoryFacts,
): Pick<AnyStatus, 'parameters'> =>
  epoch === undefined && blobRetention === undefined
    ? {}
    : {
        parameters: {
          ...before,
          ...(epoch === undefined ? {} : { epoch }),
          ...(blobRetention === undefined ? {} : { blobRetention }),
        },
      }
