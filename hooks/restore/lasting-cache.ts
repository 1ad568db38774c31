import * as E from 'fp-ts/Either'
import type { Restore } from '../../api/kinds/restore'
import type { OwnerReference } from '../../api/kubernetes/object'
import { claimRef, readAs } from '../core/kube'
import { cacheClaimAt, cacheStanding, cacheTakenMessage, type CacheStanding, type NamedLayer } from '../core/mover-job'
import { capName } from '../core/names'
import type { Effect } from '../effect'
import type { Circumstances } from '../hook'
import { getNeed } from '../need'
import { isRunOfClaim, namespaceOf, ownerName } from './names'
import { restoreEvent } from './report/announce'
import { persistentVolumeClaim, type PersistentVolumeClaim } from './target/claim'
import { ask, stop, wait, type Step } from './walk'

/** The claim that the mover keeps its cache in; without one the cache ends with its pod, and the effects say why. */
export interface LastingCache {
  readonly claim?: string
  readonly effects: ReadonlyArray<Effect>
}

/**
 * The claim of a Persistent cache, there and of this very run. kopia must never share a cache, nor write into somebody's
 * data: whatever else has that name is left alone, and no restore waits for it.
 */
export const lastingCache = (
  restore: Restore,
  layers: ReadonlyArray<NamedLayer>,
  target: PersistentVolumeClaim,
  circumstances: Circumstances,
): Step<LastingCache> => {
  const owner = ownerOf(restore, target)
  const name = capName(`kopiur-cache-${restore.metadata.name}`)
  const wanted = cacheClaimAt(
    { name, namespace: namespaceOf(restore), owners: [owner] },
    layers.map(({ layer }) => layer),
  )
  if (wanted === undefined) return E.right({ effects: [] })
  const need = getNeed(claimRef(namespaceOf(restore), name))
  const read = readAs(persistentVolumeClaim)(circumstances.reads, need)
  switch (read._tag) {
    case 'NotRead':
      return ask(need)
    case 'Forbidden':
      return stop({ _tag: 'CannotAnswer', why: `claim ${name} may not be read: ${read.message}` })
    case 'Unreadable':
      return stop({ _tag: 'CannotAnswer', why: `claim ${name} does not have the shape of its kind` })
    case 'Missing':
    case 'Found':
      return standing(restore, cacheStanding(wanted, read, circumstances.refusals))
  }
}

const standing = (restore: Restore, cache: CacheStanding): Step<LastingCache> => {
  switch (cache._tag) {
    case 'There':
      return E.right({ claim: cache.claim, effects: [] })
    case 'Taken':
      return E.right({ effects: taken(restore, cache.claim) })
    case 'ToMake':
      return stop({ _tag: 'MakeClaim', claim: cache.claim, purpose: 'cache' })
    case 'Refused':
      return wait({ _tag: 'CacheRefused', message: cache.message })
  }
}

/** It goes with its Restore; that of a populator's run with the prime claim, when the volume has been handed over. */
const ownerOf = ({ apiVersion, kind, metadata, ...run }: Restore, target: PersistentVolumeClaim): OwnerReference =>
  isRunOfClaim({ metadata, ...run })
    ? { apiVersion: target.apiVersion, kind: target.kind, name: target.metadata.name, uid: target.metadata.uid ?? '' }
    : { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '' }

const taken = (restore: Restore, claim: string): ReadonlyArray<Effect> =>
  restoreEvent(
    { ...restore.metadata, name: ownerName(restore) },
    {
      type: 'Warning',
      reason: 'CacheClaimTaken',
      action: 'RenameRestore',
      message: cacheTakenMessage(claim, 'restore'),
    },
    [claim],
  )
