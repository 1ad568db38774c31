/** Judges of a world, each named after the invariant it holds the product to. */
import { soundAnswers } from './answers'
import { breaker, deletedData } from './deletions'
import type { Oracle } from './oracle'
import { pace } from './pace'
import { neverAgain } from './repositories'
import { filledVolumes, pinnedSource, restoredVolumes } from './restores'
import { nothingHangs, recordedOutcomes, savedOnce, terminalRuns } from './runs'
import { slotsMinted } from './slots'
import { ownCopy, stagesGo } from './stages'
import { catalogue, stampedDrops } from './stamps'

export const oracles: ReadonlyArray<Oracle> = [
  slotsMinted,
  deletedData,
  breaker,
  neverAgain,
  restoredVolumes,
  filledVolumes,
  pinnedSource,
  terminalRuns,
  recordedOutcomes,
  savedOnce,
  nothingHangs,
  catalogue,
  stampedDrops,
  soundAnswers,
  pace,
  ownCopy,
  stagesGo,
]
export { judgeQuiet } from './quiet'
