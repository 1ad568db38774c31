import * as t from 'io-ts'
import type { Restore } from '../../../api/kinds/restore'
import { GROUP } from '../../../api/names/group'
import type { Need } from '../../need'
import { namespaceOf } from '../names'
import { persistentVolumeClaim } from '../target/claim'

/** A claim as a user made it; fields beside these are copied as they are. */
export const userClaim = t.intersection([
  persistentVolumeClaim,
  t.partial({
    spec: t.intersection([
      t.UnknownRecord,
      t.partial({
        dataSourceRef: t.intersection([t.type({ kind: t.string, name: t.string }), t.partial({ apiGroup: t.string })]),
      }),
    ]),
  }),
])
export type UserClaim = t.TypeOf<typeof userClaim>

export const claimsNeed = (restore: Pick<Restore, 'metadata'>): Need => ({
  _tag: 'List',
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  namespace: namespaceOf(restore),
  labelSelector: {},
})

/** Whether a claim asks to be filled by this Restore. */
export const asksFor =
  ({ metadata }: Pick<Restore, 'metadata'>) =>
  ({ spec }: UserClaim): boolean =>
    spec?.dataSourceRef?.apiGroup === GROUP &&
    spec.dataSourceRef.kind === 'Restore' &&
    spec.dataSourceRef.name === metadata.name
