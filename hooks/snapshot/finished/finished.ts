import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { findCondition, readyTriple, type ConditionUpdate } from '../../core/conditions'
import { jobEnd, reportedSuccess } from '../../core/mover-job'
import { both, chain, end, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { pinJobName } from './pin-job'
import { pinStep } from './pin'
import { reapCopies } from './reap-copies'

/** A Snapshot whose run is over, for good: its Jobs go once their outcome is written down, its pin follows its spec. */
export const finished = (scene: Scene): Step<never, Move> =>
  chain(both(pinStep(scene), reapCopies(scene)), ([pin, reaped]) =>
    end(combined([{ conditions: healed(scene) }, spentJobs(scene), reaped, pin])),
  )

/** Moves that do not touch the same things, as one. */
const combined = (moves: ReadonlyArray<Move>): Move => {
  const waits = moves.flatMap(({ resyncAfterSeconds: wait }) => (wait === undefined ? [] : [wait]))
  return {
    ...moves.reduce<Move>((all, move) => ({ ...all, ...move }), {}),
    status: moves.reduce<NonNullable<Move['status']>>((all, { status }) => ({ ...all, ...status }), {}),
    conditions: moves.flatMap(({ conditions = [] }) => conditions),
    drop: new Map(moves.flatMap(({ drop = new Map<string, string>() }) => [...drop])),
    effects: moves.flatMap(({ effects = [] }) => effects),
    ...(waits.length === 0 ? {} : { resyncAfterSeconds: Math.min(...waits) }),
  }
}

/** The status that was observed holds the outcome, so no Job of the run is needed; one may have been asked to stay a while. */
const spentJobs = (scene: Scene): Move => {
  const pinJob = pinJobName(scene.snapshot)
  const spent = [...scene.jobs].flatMap(([name, job]) =>
    name === pinJob ? [] : [{ name, left: secondsToKeep(scene, job) }],
  )
  const waits = spent.flatMap(({ left }) => (left > 0 ? [left] : []))
  return {
    drop: new Map(spent.flatMap(({ name, left }) => (left > 0 ? [] : [[name, 'its outcome is recorded']]))),
    ...(waits.length === 0 ? {} : { resyncAfterSeconds: Math.min(...waits) }),
  }
}

const secondsToKeep = ({ now }: Scene, job: KubeObject): number => {
  const wished = Number(job.metadata.annotations?.[Annotation.keepSeconds] ?? 0)
  const ended = jobEnd(job)
  if (!Number.isFinite(wished)) return 0
  if (ended === undefined) return reportedSuccess(job) === undefined ? 0 : wished
  return Math.ceil(wished - (now - ended) / 1000)
}

/** A status that was written without conditions gets those of its phase. */
const healed = ({ snapshot }: Scene): ReadonlyArray<ConditionUpdate> =>
  findCondition(snapshot.status?.conditions, 'Ready') === undefined ? ofPhase(snapshot.status?.phase) : []

const ofPhase = (phase: string | undefined): ReadonlyArray<ConditionUpdate> => {
  switch (phase) {
    case 'Succeeded':
      return readyTriple('Ready', 'SnapshotCreated', 'The snapshot is in the repository.')
    case 'Unchanged':
      return readyTriple('Ready', 'NoChanges', 'Nothing had changed, so kopia made no new snapshot.')
    case 'Discovered':
      return readyTriple('Ready', 'Discovered', 'Found in the repository; it was not made by a run of this cluster.')
    case 'Failed':
      return readyTriple('Stalled', 'SnapshotFailed', 'The run failed; see status.failure.')
    default:
      return []
  }
}
