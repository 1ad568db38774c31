import { enumeration, integer, object, string, timestamp, type TypeOf } from '../../../schema'

export const seedStatus = object(
  {},
  {
    mode: enumeration('blob', 'migrate'),
    seededAt: timestamp,
    snapshotCount: integer(),
    snapshotsCopied: integer(),
    source: string,
    startedAt: timestamp,
  },
)
export type SeedStatus = TypeOf<typeof seedStatus>
