/** One run, exactly once: its gates, its Job, what came of it, its pin, and the fate of its data when it is deleted. */
import * as E from 'fp-ts/Either'
import { snapshot as snapshotCodec, type Snapshot } from '../../api/kinds/snapshot'
import { movesNothing, onCurrentParent, plainLens, unread } from '../core/current'
import { hook, type Circumstances, type Controller, type Decision, type HookFailure } from '../hook'
import type { Need } from '../need'
import { decisionOf } from './decision-of'
import { pinJobName } from './finished/pin-job'
import { nextMove } from './next-move'
import { stageOf } from '../core/snapshot-run'
import { snapshotRequest, type SnapshotRequest } from './request'
import { JOB, sceneOf } from './scene'

const needs = (request: SnapshotRequest, circumstances: Circumstances): ReadonlyArray<Need> => {
  const step = nextMove(sceneOf(request, circumstances))
  return step._tag === 'Ask' ? step.needs : []
}

const decide = (request: SnapshotRequest, circumstances: Circumstances): E.Either<HookFailure, Decision> => {
  const scene = sceneOf(request, circumstances)
  const step = nextMove(scene)
  return step._tag === 'End'
    ? E.right(decisionOf(scene, step.end))
    : E.left({ _tag: 'CannotAnswer', why: 'a read that the decision depends on is missing' })
}

const isAtRest = (request: SnapshotRequest, circumstances: Circumstances): boolean => {
  if (isOver(request)) return true
  const before = unread(circumstances)
  const decided = { needs: needs(request, before), decide: () => decide(request, before) }
  return movesNothing(request.parent.status, decided)
}

/** What has ended stays ended, whoever remembers it: its Jobs can go without another look while its pin is as wished. */
const isOver = ({ parent, children, finalizing }: SnapshotRequest): boolean =>
  !finalizing &&
  stageOf(parent) === 'finished' &&
  Object.values(children[JOB] ?? {}).every(({ metadata }) => metadata.name !== pinJobName(parent)) &&
  (parent.spec.pin === true) === (parent.status?.pinned === true)

const answers = hook({
  codec: snapshotRequest,
  ...onCurrentParent(snapshotCodec, plainLens<Snapshot, SnapshotRequest>(), { isAtRest, needs, decide }),
})

export const snapshot: Controller = { name: 'snapshot', type: 'composite', sync: answers, finalize: answers }
