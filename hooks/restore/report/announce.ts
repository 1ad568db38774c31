import type { Restore } from '../../../api/kinds/restore'
import { API_VERSION } from '../../../api/names/group'
import { findCondition } from '../../core/conditions'
import type { Effect } from '../../effect'
import { namespaceOf } from '../names'
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
