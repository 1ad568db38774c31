import type { MoverDefaults } from '../../kinds/shared/mover-defaults'
import type { Throttle } from '../../kinds/shared/throttle'
import { Label, PREFIX } from '../../names/labels'
import { given, refuseIf, type Problems } from '../problem'
import { validCache } from './mover'
import { allAtLeast, atLeast } from './number'
import { validQuantity, validResources } from './quantity'

export const validMoverDefaults = (defaults: MoverDefaults, path: string): Problems => [
  ...given(defaults.cache, (cache) => validCache(cache, `${path}.cache`)),
  ...given(defaults.resources, (resources) => validResources(resources, `${path}.resources`)),
  ...given(defaults.scratch, ({ capacity }) => validQuantity(capacity, `${path}.scratch.capacity`)),
  ...given(defaults.throttle, (throttle) => validThrottle(throttle, `${path}.throttle`)),
  ...atLeast(defaults.ttlSecondsAfterFinished, 0, `${path}.ttlSecondsAfterFinished`),
  ...ownKeys(defaults.podLabels, `${path}.podLabels`),
  ...ownKeys(defaults.podAnnotations, `${path}.podAnnotations`),
]

export const validThrottle = (throttle: Throttle, path: string): Problems => allAtLeast({ ...throttle }, 1, path)

const ownKeys = (keys: { readonly [key: string]: string } | undefined, path: string): Problems =>
  Object.keys(keys ?? {}).flatMap((key) =>
    refuseIf(
      key.startsWith(PREFIX) || key === Label.managedBy,
      `${path}[${JSON.stringify(key)}]`,
      'is reserved: movers carry this key themselves',
    ),
  )
