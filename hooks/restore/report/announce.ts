import type { ClaimRecord, Restore } from '../../../api/kinds/restore'
import { API_VERSION } from '../../../api/names/group'
import { findCondition } from '../../core/conditions'
import type { Effect } from '../../effect'
import { namespaceOf } from '../names'
import type { ClaimMove } from '../populator/claim-move'
import type { Announcement } from './report'

/** The Event of a transition: none while the status already says so. */
export const announce = ({ metadata, status }: Restore, event: Announcement | undefined): ReadonlyArray<Effect> => {
  if (event === undefined) return []
  const before = findCondition(status?.conditions, 'Ready')
  return before?.reason === event.reason
    ? []
    : restoreEvent(metadata, event, [metadata.generation ?? 0, before?.reason ?? '', before?.lastTransitionTime ?? ''])
}

/** The Event of one claim: none while its record already says so. */
export const announceAbout = (
  { metadata }: Restore,
  { claim, record, event }: Pick<ClaimMove, 'claim' | 'record' | 'event'>,
  before?: ClaimRecord,
): ReadonlyArray<Effect> =>
  event === undefined || (before?.phase === record.phase && before?.reason === record.reason)
    ? []
    : restoreEvent(metadata, event, [claim, record.uid, record.phase ?? ''])

export const restoreEvent = (
  metadata: Restore['metadata'],
  event: Announcement,
  occasion: ReadonlyArray<string | number>,
): ReadonlyArray<Effect> =>
  metadata.uid === undefined
    ? []
    : [
        {
          _tag: 'EmitEvent',
          regarding: {
            apiVersion: API_VERSION,
            kind: 'Restore',
            namespace: namespaceOf({ metadata }),
            name: metadata.name,
            uid: metadata.uid,
          },
          ...event,
          occasion: occasion.join('/'),
        },
      ]
