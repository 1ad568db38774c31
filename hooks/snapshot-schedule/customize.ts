import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as t from 'io-ts'
import { snapshotSchedule, type SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import type { RelatedRule } from '../../api/metacontroller/customize'
import { API_VERSION } from '../../api/names/group'
import type { CustomizeHook } from '../hook'

const request = t.type({ parent: snapshotSchedule })

/** The policies it may mean: one by name, or those of its namespace by label. */
export const customize: CustomizeHook = (body) =>
  pipe(
    request.decode(body),
    E.map(({ parent }) => policies(parent)),
  )

const policies = ({ spec, metadata: { namespace = '' } }: SnapshotSchedule): ReadonlyArray<RelatedRule> => {
  const rule = { apiVersion: API_VERSION, resource: 'snapshotpolicies', namespace }
  if ('policySelector' in spec) return [{ ...rule, labelSelector: spec.policySelector }]
  return spec.policyRef === undefined || (spec.policyRef.namespace ?? namespace) !== namespace
    ? []
    : [{ ...rule, names: [spec.policyRef.name] }]
}
