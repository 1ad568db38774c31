import {
  boolean,
  enumeration,
  map,
  nullable,
  object,
  string,
  uint16,
  union,
  withDefault,
  type TypeOf,
} from '../../../schema'
import { resources } from '../resources'
import { podSecurityContext, securityContext } from '../security-context'

export const serverAuth = union({
  generate: object({}, { username: nullable(string) }),
  insecure: object({}, { acknowledgeInsecure: withDefault(boolean, false) }),
  secretRef: object({ name: string, passwordKey: string, usernameKey: string }),
})
export type ServerAuth = TypeOf<typeof serverAuth>

const service = object(
  {},
  {
    annotations: map(string),
    port: nullable(withDefault(uint16, 51515)),
    type: withDefault(enumeration('ClusterIP', 'NodePort', 'LoadBalancer'), 'ClusterIP'),
  },
)

const fields = {
  auth: nullable(serverAuth),
  podSecurityContext,
  readOnly: boolean,
  resources,
  securityContext,
  service: nullable(service),
}

/** kopia's own web interface, served beside the repository. */
export const server = object({}, fields)
export type Server = TypeOf<typeof server>

/** A ClusterRepository has no namespace of its own to run it in. */
export const clusterServer = object({ namespace: string }, fields)
export type ClusterServer = TypeOf<typeof clusterServer>
