import { boolean, integer, object, union, type TypeOf } from '../../../schema'
import { backend } from '../backend'
import { credentialProjection } from '../credential-projection'
import { failurePolicy } from '../failure-policy'
import { migratePolicies, migrateThrottle } from '../migrate'
import { repositoryRef } from '../reference'

const count = integer({ minimum: 0 })

/** What a new repository is filled with: blobs of another backend, or snapshots of another repository. */
export const seed = object(
  { from: union({ backend, repository: repositoryRef }) },
  {
    allowEmptySource: boolean,
    credentialProjection,
    failurePolicy,
    migrate: object({}, { latestOnly: boolean, parallel: count, policies: migratePolicies, throttle: migrateThrottle }),
    sync: object(
      {},
      { maxDownloadSpeedBytesPerSecond: integer(), maxUploadSpeedBytesPerSecond: integer(), parallel: count },
    ),
  },
)
export type Seed = TypeOf<typeof seed>
