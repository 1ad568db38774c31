import { boolean, nullable, object, string, type TypeOf } from '../../../schema'
import { secretRef } from '../reference'

export const serverStatus = object(
  {},
  {
    authMode: nullable(string),
    endpoint: nullable(string),
    generatedSecretRef: nullable(secretRef),
    namespace: nullable(string),
    readOnly: boolean,
  },
)
export type ServerStatus = TypeOf<typeof serverStatus>
