import { boolean, int64, nullable, object, string, withDefault, type TypeOf } from '../../../schema'

/** The format of a repository that does not exist yet; fixed once it does. */
export const create = object(
  {},
  {
    ecc: nullable(object({}, { algorithm: nullable(string), overheadPercent: nullable(int64) })),
    enabled: withDefault(boolean, true),
    encryption: nullable(string),
    hash: nullable(string),
    splitter: nullable(string),
  },
)
export type Create = TypeOf<typeof create>
