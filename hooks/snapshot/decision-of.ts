import type { SnapshotStatus } from '../../api/kinds/snapshot'
import { API_VERSION } from '../../api/names/group'
import { findCondition, setConditions } from '../core/conditions'
import type { Effect } from '../effect'
import type { ChildDecision, Decision } from '../hook'
import { SEE_STATUS_SECONDS, type Move } from './move'
import { originOf } from '../core/origin'
import { stageOf } from '../core/snapshot-run'
import { jobRef, type Scene } from './scene'

/** A move as the answer of this call. */
export const decisionOf = (scene: Scene, move: Move): Decision => ({
  status: statusOf(scene, move),
  children: [...observed(scene, move), ...created(move)],
  ...resync(scene, move),
  ...(scene.finalizing ? { finalized: move.finalized ?? false } : {}),
  effects: [...(move.effects ?? []), ...transitionEvent(scene, move)],
})

/** A status that was written calls nobody: what follows from it, a pin, asks for the next look itself. */
const resync = ({ snapshot }: Scene, { resyncAfterSeconds, status }: Move): Pick<Decision, 'resyncAfterSeconds'> => {
  const ends = stageOf(snapshot) !== 'finished' && stageOf({ status: { ...snapshot.status, ...status } }) === 'finished'
  const seconds = ends && snapshot.spec.pin === true ? SEE_STATUS_SECONDS : resyncAfterSeconds
  return seconds === undefined ? {} : { resyncAfterSeconds: whole(seconds) }
}

const statusOf = ({ snapshot, now }: Scene, move: Move): SnapshotStatus => {
  const { generation } = snapshot.metadata
  const conditions = setConditions(snapshot.status?.conditions, move.conditions ?? [], now, generation)
  const origin = originOf(snapshot)
  const merged: SnapshotStatus = {
    ...snapshot.status,
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    ...(origin === 'unknown' ? {} : { origin }),
    ...move.status,
    ...(conditions.length === 0 ? {} : { conditions }),
  }
  return move.clear === undefined ? merged : without(merged, move.clear)
}

const without = (status: SnapshotStatus, fields: ReadonlyArray<keyof SnapshotStatus>): SnapshotStatus =>
  Object.fromEntries(Object.entries(status).filter(([field]) => !fields.some((gone) => gone === field)))

/** A kept Job is a stub: its text is never applied, and if it has just gone no second Job can come of it. */
const observed = ({ jobs, namespace }: Scene, { drop }: Move): ReadonlyArray<ChildDecision> =>
  [...jobs.keys()].map((name) => {
    const { apiVersion, kind } = jobRef(namespace, name)
    const object = { apiVersion, kind, metadata: { name, namespace } }
    const reason = drop?.get(name)
    return reason === undefined ? { _tag: 'keep', object } : { _tag: 'drop', object, reason }
  })

const created = ({ create }: Move): ReadonlyArray<ChildDecision> =>
  create === undefined ? [] : [{ _tag: 'create', ...create }]

const whole = (seconds: number): number => Math.min(86_400, Math.max(1, Math.ceil(seconds)))

const transitionEvent = ({ snapshot, uid, namespace }: Scene, move: Move): ReadonlyArray<Effect> => {
  const ready = move.conditions?.find(({ type }) => type === 'Ready')
  return move.event === undefined ||
    ready === undefined ||
    findCondition(snapshot.status?.conditions, 'Ready')?.reason === ready.reason
    ? []
    : [
        {
          _tag: 'EmitEvent',
          regarding: { apiVersion: API_VERSION, kind: 'Snapshot', namespace, name: snapshot.metadata.name, uid },
          ...move.event,
          reason: ready.reason,
          message: ready.message,
          occasion: `${snapshot.metadata.generation ?? 0}/${ready.reason}`,
        },
      ]
}
