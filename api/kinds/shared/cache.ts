import { enumeration, int64, nullable, object, quantity, string, type TypeOf } from '../../schema'

/** kopia's cache of a mover: where it lies and how large it may grow. */
export const cache = object(
  {},
  {
    capacity: nullable(quantity),
    contentCacheSizeMb: nullable(int64),
    metadataCacheSizeMb: nullable(int64),
    mode: nullable(enumeration('Ephemeral', 'Persistent')),
    storageClassName: nullable(string),
  },
)
export type Cache = TypeOf<typeof cache>
