import type { KubeObject, ObjectMeta } from '../../../api/kubernetes/object'
import type { EffectRefusal } from '../../effect'
import { claimRefusal, type Read } from '../kube'
import type { Answered } from '../step'
import { isCacheClaimOf } from './cache-claim'

/** How it stands with the claim of a lasting cache. */
export type CacheStanding =
  | { readonly _tag: 'There'; readonly claim: string }
  /** Something else has that name, and kopia must not write into somebody's data: the cache ends with the pod. */
  | { readonly _tag: 'Taken'; readonly claim: string }
  /** It is made, and looked for again before anything mounts it: somebody else may have been faster. */
  | { readonly _tag: 'ToMake'; readonly claim: KubeObject }
  | { readonly _tag: 'Refused'; readonly message: string }

/** `wanted` as `cacheClaimAt` makes it, and what was read under its name. */
export const cacheStanding = (
  wanted: KubeObject,
  read: Answered<Read<{ readonly metadata: ObjectMeta }>>,
  refusals: ReadonlyArray<EffectRefusal>,
): CacheStanding => {
  const { name, ownerReferences } = wanted.metadata
  switch (read._tag) {
    case 'Missing':
      return making(wanted, refusals)
    case 'Forbidden':
      return { _tag: 'Refused', message: `Claim ${name} for the cache may not be read: ${read.message}` }
    case 'Unreadable':
      return { _tag: 'Taken', claim: name }
    case 'Found':
      return { _tag: isCacheClaimOf(ownerReferences?.[0], read.value.metadata) ? 'There' : 'Taken', claim: name }
  }
}

const making = (claim: KubeObject, refusals: ReadonlyArray<EffectRefusal>): CacheStanding => {
  const { name } = claim.metadata
  const refused = claimRefusal(name, refusals)
  return refused === undefined
    ? { _tag: 'ToMake', claim }
    : {
        _tag: 'Refused',
        message: `The API server refused claim ${name} for the cache: ${refused.message}. Make room for it, or give mover.cache another capacity.`,
      }
}

/** What is told of a claim that is taken; `whose` cache it would have been. */
export const cacheTakenMessage = (claim: string, whose: string): string =>
  `Claim ${claim} is not the cache of this ${whose} and is left alone; the mover has a cache that ends with its pod.`
