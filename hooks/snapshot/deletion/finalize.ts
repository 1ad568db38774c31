import { kubeObject } from '../../../api/kubernetes/object'
import { findCondition, readyTriple } from '../../core/conditions'
import { both, chain, end, go, readStep, type Step } from '../../core/step'
import { podsGone, runJobName, secondJobName, stageOf } from '../../core/snapshot-run'
import { parseInstant } from '../../core/time/instant'
import { stay, type Move } from '../move'
import { observeJob, runOutcome } from '../run/observe-job'
import { isOwn, jobRef, type Scene } from '../scene'
import { planDeletion } from './plan-deletion'
import { release, removal, foreignFinalizers } from './release'
import { savedData } from './saved-data'
import { stageAhead, stageGone } from './stage-gone'

const CATCH_UP_SECONDS = 2
/** A pod on a node that is lost never ends; after this the deletion goes on without its word. */
const ENDING_LIMIT_SECONDS = 600

/** A Snapshot that is going: first nothing of it may run any more, then the fate of its data is decided. */
export const finalize = (scene: Scene): Step<never, Move> => {
  if (scene.snapshot.metadata.deletionTimestamp === undefined) return end({ finalized: true })
  if (isGarbageCollected(scene)) return end(stay())
  const reported = unrecordedOutcome(scene)
  if (reported !== undefined) return chain(asGo(observeJob(scene, reported)), (move) => end(move))
  if (scene.jobs.size > 0) return end(endJobs(scene))
  return chain(both(nothingRuns(scene), stageAhead(scene)), ([quiet]) => {
    if (!quiet) return end(stay(CATCH_UP_SECONDS))
    return chain(stageGone(scene, { isOverdue: isOverdue(scene) }), () =>
      savedData(scene.snapshot) === 'None' && scene.snapshot.status?.phase !== 'Deleting'
        ? end(release(scene, { _tag: 'Nothing' }))
        : planDeletion(scene),
    )
  })
}

/** Without our finalizer there is nothing to decide any more; what keeps the object is taken off, kopia's data is not touched. */
export const lingering = (scene: Scene): Step<never, Move> => {
  const foreign = foreignFinalizers(scene)
  return end(foreign.length === 0 ? stay() : { effects: removal(scene, foreign), resyncAfterSeconds: 60 })
}

/** While the garbage collector takes the children of the Snapshot, answers about them are not heard. */
const isGarbageCollected = ({ snapshot }: Scene): boolean =>
  snapshot.metadata.finalizers?.some((name) => name === 'foregroundDeletion' || name === 'orphan') === true

/** A run that ended before anybody wrote it down: its id is needed to find its data again. */
const unrecordedOutcome = (scene: Scene) => {
  const stage = stageOf(scene.snapshot)
  const job = scene.jobs.get(secondJobName(scene.snapshot)) ?? scene.jobs.get(runJobName(scene.snapshot))
  return (stage === 'run' || stage === 'launch') && job !== undefined && runOutcome(job)._tag !== 'Active'
    ? job
    : undefined
}

const asGo = (step: Step<never, Move>): Step<Move, never> => (step._tag === 'End' ? go(step.end) : step)

const endJobs = (scene: Scene): Move => {
  const { jobs, snapshot } = scene
  const job = jobs.get(secondJobName(snapshot)) ?? jobs.get(runJobName(snapshot))
  const seen =
    snapshot.status?.job === undefined && job !== undefined
      ? { status: { job: { name: job.metadata.name, attempts: 1 }, phase: 'Running' } as const }
      : {}
  return {
    ...seen,
    conditions: readyTriple('Reconciling', 'Deleting', 'The Snapshot is being deleted; its Jobs are ended first.'),
    drop: new Map([...jobs.keys()].map((name) => [name, 'the Snapshot is being deleted'])),
    resyncAfterSeconds: 30,
  }
}

/** A Job that is not seen may still be there, and its pod outlives it by some minutes in which kopia may save. */
const nothingRuns = (scene: Scene): Step<boolean, Move> => {
  const name = possibleJob(scene)
  if (name === undefined) return go(true)
  return chain(readStep(kubeObject, scene.reads, jobRef(scene.namespace, name)), (read) => {
    if (read._tag === 'Found' && isOwn(scene, read.value)) return go(false)
    return isOverdue(scene) ? go(true) : podsGone(scene, name)
  })
}

const possibleJob = (scene: Scene): string | undefined => {
  const { status } = scene.snapshot
  switch (stageOf(scene.snapshot)) {
    case 'run':
      return status?.job?.name ?? runJobName(scene.snapshot)
    case 'launch':
      return findCondition(status?.conditions, 'Ready')?.reason === 'MoverJobCreating'
        ? runJobName(scene.snapshot)
        : undefined
    case 'finished':
    case 'deleting':
    case 'unknown':
      return undefined
  }
}

const isOverdue = ({ snapshot, now }: Scene): boolean => {
  const since = parseInstant(snapshot.metadata.deletionTimestamp ?? '')
  return since._tag === 'Some' && now - since.value > ENDING_LIMIT_SECONDS * 1000
}
