import { readyTriple, type ConditionUpdate } from '../../core/conditions'
import type { Ending } from '../ending'
import type { Report } from './report'

/** How the end of a Restore is told. */
export const endingReport = (ending: Ending): Report => {
  switch (ending._tag) {
    case 'Restored': {
      const message = `Snapshot ${ending.resolved.kopiaSnapshotID ?? 'of the source'} was restored.`
      return {
        conditions: [...readyTriple('Ready', 'RestoreSucceeded', message), resolved('True', 'SourceResolved', message)],
        event: { type: 'Normal', reason: 'RestoreSucceeded', action: 'Restore', message },
      }
    }
    case 'NothingToRestore': {
      const message = `Nothing matched (${ending.searched}), and policy.onMissingSnapshot allows that: the target was left as it is.`
      return {
        conditions: [
          ...readyTriple('Ready', 'NoSnapshotContinue', message),
          resolved('True', 'NoSnapshotContinue', message),
        ],
        event: { type: 'Normal', reason: 'NoSnapshotContinue', action: 'Restore', message },
      }
    }
    case 'Failed':
      return {
        conditions: [
          ...readyTriple('Stalled', ending.reason, ending.message),
          ...(ending.reason === 'SnapshotNotFound' || ending.reason === 'SourcePathAmbiguous'
            ? [resolved('False', ending.reason, ending.message)]
            : []),
        ],
        event: { type: 'Warning', reason: ending.reason, action: 'CreateNewRestore', message: ending.message },
      }
  }
}

const resolved = (status: 'True' | 'False', reason: string, message: string): ConditionUpdate => ({
  type: 'Resolved',
  status,
  reason,
  message,
})
