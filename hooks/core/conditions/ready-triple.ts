import type { ConditionUpdate } from './condition'

export type Outcome = 'Ready' | 'Reconciling' | 'Stalled'

/** The kstatus triple of one outcome; exactly one of the three is True. */
export const readyTriple = (outcome: Outcome, reason: string, message: string): ReadonlyArray<ConditionUpdate> => [
  { type: 'Ready', status: outcome === 'Ready' ? 'True' : 'False', reason, message },
  {
    type: 'Reconciling',
    status: outcome === 'Reconciling' ? 'True' : 'False',
    reason: outcome === 'Reconciling' ? reason : 'Settled',
    message,
  },
  {
    type: 'Stalled',
    status: outcome === 'Stalled' ? 'True' : 'False',
    reason: outcome === 'Stalled' ? reason : 'NotStalled',
    message,
  },
]
