import * as E from 'fp-ts/Either'
import { PrunedBy } from '../../api/names/annotations'
import type { ChildDecision, Circumstances, Decision, HookFailure } from '../hook'
import type { Need } from '../need'
import { onPolicyDelete } from './born-snapshot'
import { keptSnapshot, ownerOf } from './kept-snapshot'
import { withoutForeignStamps } from './pruning/foreign-stamps'
import { liveRows, snapshotsNeed } from './pruning/live-rows'
import type { PolicyRequest } from './request'
import { rowsOf, type Row } from './row'

/** Seconds after which a cascade that nothing moved on is looked at again. */
const PATIENCE = 5

/** What a Snapshot has to carry before the cascade drops it: a stamp that keeps its data, or none. */
const wantedStamp = ({ policy }: PolicyRequest): PrunedBy | undefined =>
  onPolicyDelete(policy.spec) === 'Retain' ? PrunedBy.policyCascade : undefined

const isReady = (row: Row, request: PolicyRequest): boolean => row.stamp === wantedStamp(request)

const toCascade = (request: PolicyRequest): ReadonlyArray<Row> =>
  rowsOf(request.snapshots).filter(({ dying, standing }) => !dying && standing === 'Owned')

export const finalizeNeeds = (request: PolicyRequest): ReadonlyArray<Need> =>
  toCascade(request).some((row) => isReady(row, request)) ? [snapshotsNeed(request.policy)] : []

/**
 * The policy goes and takes its Snapshots along: stamped first, so that their data stays unless the policy says Delete.
 * It does not wait until they are gone, only until each is on its way.
 */
export const decideFinalize = (request: PolicyRequest, { reads }: Circumstances): E.Either<HookFailure, Decision> => {
  const cascade = toCascade(request)
  const live = liveRows(request.policy, reads)
  const sure = new Set(
    live._tag === 'Live' ? live.rows.filter((row) => !row.dying && isReady(row, request)).map(({ uid }) => uid) : [],
  )
  const goes = new Set(cascade.filter((row) => isReady(row, request) && sure.has(row.uid)).map(({ name }) => name))
  return E.right({
    ...(request.policy.status === undefined ? { status: {} } : { status: request.policy.status }),
    children: rowsOf(request.snapshots).map((row) => childOf(row, goes, request)),
    effects: withoutForeignStamps(cascade, () => wantedStamp(request)),
    ...(cascade.length === 0 ? { finalized: true } : { finalized: false, resyncAfterSeconds: PATIENCE }),
  })
}

const childOf = (row: Row, goes: ReadonlySet<string>, request: PolicyRequest): ChildDecision => {
  const object = keptSnapshot(row, wantedStamp(request), ownerOf(request.policy), undefined)
  return goes.has(row.name) ? { _tag: 'drop', object, reason: PrunedBy.policyCascade } : { _tag: 'keep', object }
}
