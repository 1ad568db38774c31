import * as E from 'fp-ts/Either'
import * as t from 'io-ts'
import { snapshotPolicy, type SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import { snapshotSchedule, type SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import { kindKey } from '../../api/metacontroller/sync'
import { API_VERSION } from '../../api/names/group'

/** A call for one SnapshotSchedule with the policies it may mean, by name. */
export interface ScheduleRequest {
  readonly schedule: SnapshotSchedule
  readonly policies: ReadonlyArray<SnapshotPolicy>
}

const body = t.type({ parent: snapshotSchedule, related: t.record(t.string, t.record(t.string, t.unknown)) })

/** A policy that does not decode counts as absent. */
export const scheduleRequest: t.Decoder<unknown, ScheduleRequest> = {
  name: 'ScheduleRequest',
  validate: (value, context) => {
    const call = body.validate(value, context)
    return E.isLeft(call) ? call : t.success({ schedule: call.right.parent, policies: policiesOf(call.right.related) })
  },
  decode: (value) => scheduleRequest.validate(value, [{ key: '', type: body }]),
}

const policiesOf = (related: t.TypeOf<typeof body>['related']): ReadonlyArray<SnapshotPolicy> =>
  Object.values(related[kindKey(API_VERSION, 'SnapshotPolicy')] ?? {})
    .flatMap((value) => {
      const policy = snapshotPolicy.decode(value)
      return E.isRight(policy) ? [policy.right] : []
    })
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
