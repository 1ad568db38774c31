import { claimsNeed, isSelector, readClaims } from '../core/kube'
import { ask, end, go, type Step } from '../core/step'
import { failed, unreadable, type Move } from './move'
import type { Recipe } from './recipe'
import type { Scene } from './scene'

/**
 * Several claims that the policy wants frozen in one moment cannot be had here; taking them one after the other instead
 * would look the same and be something else.
 */
export const noGroup = ({ snapshot, namespace, reads }: Scene, { spec }: Recipe): Step<true, Move> => {
  const source = spec.sources?.[snapshot.spec.source?.sourceIndex ?? 0]
  if (source === undefined || !isSelector(source) || spec.groupBy === 'None') return go(true)
  const read = readClaims(reads, source, namespace)
  switch (read._tag) {
    case 'NotRead':
      return ask([claimsNeed(source, namespace)])
    case 'Forbidden':
      return end(unreadable('PersistentVolumeClaims'))
    case 'Listed':
      return read.items.length > 1 ? end(failed(NO_GROUPS)) : go(true)
  }
}

const NO_GROUPS = {
  reason: 'VolumeGroupSnapshotFailed',
  message:
    'The policy wants all claims that it selects frozen in one moment (groupBy VolumeGroupSnapshot, the default), and this release takes no group snapshots. Set groupBy: None on the policy to take them one by one, then make a new Snapshot.',
}
