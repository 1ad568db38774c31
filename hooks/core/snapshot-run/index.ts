/** What is known of a run by the controller that makes it and by the one that stages its source. */
export { runJobName, secondJobName } from './job-names'
export { stageOf } from './phase'
export { podsGone } from './pods-gone'
export { stageNames } from './stage-names'
export { isStageOf, sourceChanged, sourceOfStage, stageClaim, stageMarks } from './stage-object'
export { isSure, mustTryAgain, volumeGoesAlong } from './volume-goes-along'
export { sourceOf, type Source, type SourceProblem } from './source-of'
export {
  stagedAnnotation,
  stagedAnswerOf,
  stagingSeconds,
  WAITING_REASONS,
  type FailedStage,
  type ReadyStage,
  type Staged,
  type StagedAnswer,
  type WaitingStage,
} from './staged-answer'
