import * as E from 'fp-ts/Either'
import { restore as restoreCodec, type Restore } from '../../../api/kinds/restore'
import { API_VERSION } from '../../../api/names/group'
import { listAs } from '../../core/kube'
import type { Circumstances } from '../../hook'
import type { Need } from '../../need'
import { isRunOfClaim, namespaceOf } from '../names'
import { hasEnded, hasStarted, isLabelledOver } from '../phase'
import { ask, stop, wait, type Step } from '../walk'
import { claimName } from './target'

/** The other Restores that write, or may come to write, into a claim. A populator's claims are its own. */
export const rivalsFor = (restore: Restore, claim: string, { reads }: Circumstances): Step<ReadonlyArray<Restore>> => {
  if (isRunOfClaim(restore)) return E.right([])
  const need = restoresOf(namespaceOf(restore))
  const read = listAs(restoreCodec)(reads, need)
  switch (read._tag) {
    case 'NotRead':
      return ask(need)
    case 'Forbidden':
      return wait({ _tag: 'TargetUnclear', what: 'Restores', message: read.message })
    case 'Listed':
      return E.right(read.items.filter(isRival(restore, claim)))
  }
}

/**
 * Restores into one claim take turns. One that is about to start says so first, and starts when a later look shows that
 * no other has begun or says the same: of those that do, the younger step back. Whoever waits for anything else holds
 * nobody up, so this is asked last.
 */
export const ownTurn = (restore: Restore, claim: string, rivals: ReadonlyArray<Restore>): Step<void> => {
  const going = rivals.filter((rival) => hasStarted(rival) || isResolving(rival))
  const first = going.find((rival) => precedes(rival, restore))
  if (first !== undefined) return wait({ _tag: 'TargetBeingRestored', claim, by: `Restore ${first.metadata.name}` })
  return rivals.length === 0 || hasStarted(restore) || (isResolving(restore) && going.length === 0)
    ? E.right(undefined)
    : stop({ _tag: 'TakeTurn', claim })
}

const restoresOf = (namespace: string): Need => ({
  _tag: 'List',
  apiVersion: API_VERSION,
  kind: 'Restore',
  namespace,
  labelSelector: {},
})

/** Another one that has not ended. Of one that is being deleted only the pods count. */
const isRival =
  (restore: Restore, claim: string) =>
  (other: Restore): boolean =>
    other.metadata.uid !== restore.metadata.uid &&
    other.metadata.deletionTimestamp === undefined &&
    claimName(other) === claim &&
    !isLabelledOver(other) &&
    !hasEnded(other)

const isResolving = ({ status }: Restore): boolean => status?.phase === 'Resolving'

/** One order for all, so that no two wait for each other: who has begun, then who is elder. */
const precedes = (one: Restore, other: Restore): boolean => rankOf(one) < rankOf(other)

const rankOf = (restore: Restore): string =>
  [hasStarted(restore) ? 0 : 1, restore.metadata.creationTimestamp ?? '', restore.metadata.uid ?? ''].join('/')
