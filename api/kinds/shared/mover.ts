import { boolean, int64, nullable, object, type TypeOf } from '../../schema'
import { cache } from './cache'
import { inheritSecurityContext } from './inherit-security-context'
import { resources } from './resources'
import { podSecurityContext, securityContext } from './security-context'

/** How the mover of one recipe runs; laid over the repository's `moverDefaults`. */
export const mover = object(
  {},
  {
    cache: nullable(cache),
    inheritSecurityContextFrom: nullable(inheritSecurityContext),
    podSecurityContext: nullable(podSecurityContext),
    privilegedMode: nullable(boolean),
    resources: nullable(resources),
    securityContext: nullable(securityContext),
    ttlSecondsAfterFinished: nullable(int64),
  },
)
export type Mover = TypeOf<typeof mover>
