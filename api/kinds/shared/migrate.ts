import { enumeration, nullable, object, withDefault } from '../../schema'
import { throttle } from './throttle'

/** Whether kopia's own policies travel with copied snapshots. */
export const migratePolicies = withDefault(enumeration('none', 'copy', 'copyOverwrite'), 'none')

export const migrateThrottle = object({}, { destination: nullable(throttle), source: nullable(throttle) })
