import * as E from 'fp-ts/Either'
import { restore as restoreCodec, type Restore } from '../../../api/kinds/restore'
import { API_VERSION } from '../../../api/names/group'
import { listAs } from '../../core/kube'
import type { Circumstances } from '../../hook'
import type { Need } from '../../need'
import { isRunOfClaim, namespaceOf } from '../names'
import { hasStarted, isLabelledOver } from '../phase'
import { ask, stop, wait, type Step } from '../walk'
import { claimName } from './target'

/**
 * Restores into one claim take turns: those that have begun first, then the elder of those that are about to. A Restore
 * that waits for anything else holds nobody up. A populator's claims are its own.
 */
export const ownTurn = (restore: Restore, claim: string, { reads }: Circumstances): Step<void> => {
  if (isRunOfClaim(restore)) return E.right(undefined)
  const need = restoresOf(namespaceOf(restore))
  const read = listAs(restoreCodec)(reads, need)
  if (read._tag === 'NotRead') return ask(need)
  if (read._tag === 'Forbidden')
    return stop({ _tag: 'CannotAnswer', why: `the Restores of the namespace may not be listed: ${read.message}` })
  const first = read.items.find((other) => isGoingOn(other) && claimName(other) === claim && isAhead(other, restore))
  return first === undefined
    ? E.right(undefined)
    : wait({ _tag: 'TargetBeingRestored', claim, by: `Restore ${first.metadata.name}` })
}

const restoresOf = (namespace: string): Need => ({
  _tag: 'List',
  apiVersion: API_VERSION,
  kind: 'Restore',
  namespace,
  labelSelector: {},
})

/** Of one that is being deleted only the pods count. */
const isGoingOn = (restore: Restore): boolean =>
  restore.metadata.deletionTimestamp === undefined &&
  !isLabelledOver(restore) &&
  (hasStarted(restore) || restore.status?.phase === 'Resolving')

/** One order for all, so that no two wait for each other. */
const isAhead = (one: Restore, other: Restore): boolean => rankOf(one) < rankOf(other)

const rankOf = (restore: Restore): string =>
  [hasStarted(restore) ? 0 : 1, restore.metadata.creationTimestamp ?? '', restore.metadata.uid ?? ''].join('/')
