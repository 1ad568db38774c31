import type { Restore } from '../../../api/kinds/restore'
import { present } from '../../core/json/present'
import { instantOf } from '../../core/time/instant'

export interface RestoreFacts {
  readonly _tag: 'Restore'
  readonly namespace: string
  readonly name: string
  readonly phase: string
  readonly durationSeconds?: number
}

export const restoreFacts = ({ metadata, status }: Restore): RestoreFacts => ({
  _tag: 'Restore',
  namespace: metadata.namespace ?? '',
  name: metadata.name,
  phase: status?.phase ?? 'Pending',
  ...present(durationOf(status?.timing), (durationSeconds) => ({ durationSeconds })),
})

/** Clocks may differ: an end before its start is no duration. */
const durationOf = ({ startTime, endTime }: { readonly startTime?: string; readonly endTime?: string } = {}):
  number | undefined => {
  const [start, end] = [instantOf(startTime), instantOf(endTime)]
  return start === undefined || end === undefined || end < start ? undefined : (end - start) / 1000
}
