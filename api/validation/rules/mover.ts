import type { Cache } from '../../kinds/shared/cache'
import { inheritSecurityContext, type InheritSecurityContext } from '../../kinds/shared/inherit-security-context'
import type { Mover } from '../../kinds/shared/mover'
import { given, refuse, type Problems } from '../problem'
import { allAtLeast, atLeast } from './number'
import { validQuantity, validResources } from './quantity'
import { narrowSelector } from './selector'

/** Why a way to inherit a security context cannot be used by a kind; absent: it can. */
export type Inheritance = {
  readonly [variant in (typeof inheritSecurityContext)['tags'][number]]?: string
}

const RESTORE_ONLY = 'is for Restores only: set securityContext, or use workloadSelector or pvcConsumer'
const NOT_HERE = 'cannot be used here: set securityContext and podSecurityContext instead'

export const BACKUP_INHERITANCE: Inheritance = { snapshot: RESTORE_ONLY }
export const NO_INHERITANCE: Inheritance = { snapshot: NOT_HERE, pvcConsumer: NOT_HERE, workloadSelector: NOT_HERE }

export const validMover = (mover: Mover, path: string, refused: Inheritance): Problems => [
  ...given(mover.cache, (cache) => validCache(cache, `${path}.cache`)),
  ...given(mover.resources, (resources) => validResources(resources, `${path}.resources`)),
  ...atLeast(mover.ttlSecondsAfterFinished, 0, `${path}.ttlSecondsAfterFinished`),
  ...given(mover.inheritSecurityContextFrom, (from) =>
    validInheritance(from, `${path}.inheritSecurityContextFrom`, refused),
  ),
]

const validInheritance = (from: InheritSecurityContext, path: string, refused: Inheritance): Problems => {
  const refusal = Object.entries(refused).flatMap(([tag, why]) => (tag in from ? refuse(`${path}.${tag}`, why) : []))
  return refusal.length > 0
    ? refusal
    : inheritSecurityContext.match(from, {
        pvcConsumer: () => [],
        snapshot: () => [],
        workloadSelector: ({ podSelector }) => narrowSelector(podSelector, `${path}.workloadSelector.podSelector`),
      })
}

export const validCache = (cache: Cache, path: string): Problems => [
  ...validQuantity(cache.capacity, `${path}.capacity`),
  ...allAtLeast(
    { contentCacheSizeMb: cache.contentCacheSizeMb, metadataCacheSizeMb: cache.metadataCacheSizeMb },
    0,
    path,
  ),
]
