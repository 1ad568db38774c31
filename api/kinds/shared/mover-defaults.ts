import { array, enumeration, int64, map, nullable, object, quantity, string, type TypeOf } from '../../schema'
import { cache } from './cache'
import { affinity, toleration } from './placement'
import { resources } from './resources'
import { podSecurityContext, securityContext } from './security-context'
import { throttle } from './throttle'

/** How every mover of a repository runs, unless its recipe says otherwise. */
export const moverDefaults = object(
  {},
  {
    affinity: nullable(affinity),
    cache: nullable(cache),
    nodeSelector: nullable(map(string)),
    podAnnotations: nullable(map(string)),
    podLabels: nullable(map(string)),
    podSecurityContext: nullable(podSecurityContext),
    resources: nullable(resources),
    scratch: nullable(object({}, { capacity: quantity, storageClassName: string })),
    securityContext: nullable(securityContext),
    sourceColocation: nullable(object({}, { mode: nullable(enumeration('Auto', 'Required', 'Disabled')) })),
    throttle: nullable(throttle),
    tolerations: nullable(array(toleration)),
    ttlSecondsAfterFinished: nullable(int64),
  },
)
export type MoverDefaults = TypeOf<typeof moverDefaults>
