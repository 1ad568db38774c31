import {
  boolean,
  duration,
  enumeration,
  int64,
  nullable,
  object,
  string,
  withDefault,
  type TypeOf,
} from '../../../schema'

/** How snapshots found in the repository are shown as objects. */
export const catalog = object(
  {},
  {
    adoption: enumeration('Adopt', 'Ignore'),
    fallbackNamespace: nullable(string),
    foreignSnapshots: enumeration('Ignore', 'Fallback'),
    periodicRefresh: boolean,
    refreshInterval: nullable(withDefault(duration, '1h')),
    retain: nullable(object({}, { maxAgeDays: nullable(int64), perIdentity: nullable(int64) })),
  },
)
export type Catalog = TypeOf<typeof catalog>
