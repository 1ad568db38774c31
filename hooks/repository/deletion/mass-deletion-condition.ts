import { Annotation } from '../../../api/names/annotations'
import type { ConditionUpdate } from '../../core/conditions'
import type { RepositoryRef } from '../../core/names'
import { annotateCommand } from '../annotate-command'

/** The command in it releases exactly what is pending now. */
export const massDeletionHeld = (ref: RepositoryRef, count: number, newest: string): ConditionUpdate => ({
  type: 'MassDeletionHeld',
  status: 'True',
  reason: 'ThresholdExceeded',
  message: `${count} Snapshots were deleted from outside at about the same time, as many as spec.deletionProtection.threshold holds back; their backups are still there. If that was meant: ${annotateCommand(ref, Annotation.allowMassDeletion, newest)}`,
})

export const belowThreshold: ConditionUpdate = {
  type: 'MassDeletionHeld',
  status: 'False',
  reason: 'BelowThreshold',
  message: 'No more deletions wait than the threshold allows.',
}
