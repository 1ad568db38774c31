import type { ClaimRecord, Restore } from '../../../api/kinds/restore'
import { API_VERSION } from '../../../api/names/group'
import { findCondition } from '../../core/conditions'
import type { Effect } from '../../effect'
import { namespaceOf } from '../names'
import type { ClaimMove } from '../populator/claim-move'
import type { Announcement } from './report'

/** The Event of a transition: none while the status already says so. */
export const announce = ({ metadata, status }: Restore, event: Announcement | undefined): ReadonlyArray<Effect> => {
  if (event === undefined || metadata.uid === undefined) return []
  const before = findCondition(status?.conditions, 'Ready')
  return before?.reason === event.reason
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
          occasion: [metadata.generation ?? 0, before?.reason ?? '', before?.lastTransitionTime ?? ''].join('/'),
        },
      ]
}

/** The Event of one claim: none while its record already says so. */
export const announceAbout = (
  { metadata }: Restore,
  { claim, record, event }: Pick<ClaimMove, 'claim' | 'record' | 'event'>,
  before?: ClaimRecord,
): ReadonlyArray<Effect> =>
  event === undefined ||
  metadata.uid === undefined ||
  (before?.phase === record.phase && before?.reason === record.reason)
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
          occasion: [claim, record.uid, record.phase ?? ''].join('/'),
        },
      ]
