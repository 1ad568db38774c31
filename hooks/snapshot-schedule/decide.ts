import * as E from 'fp-ts/Either'
import type { SnapshotScheduleStatus } from '../../api/kinds/snapshot-schedule'
import { present } from '../core/json/present'
import type { Circumstances, Decision, HookFailure } from '../hook'
import { memoriesOf, projection } from './projection'
import type { ScheduleRequest } from './request'
import { conditionsOf } from './telling'

/** A schedule only reports: its policies decide, each of its own Snapshots. */
export const decide = (request: ScheduleRequest, { now, settings }: Circumstances): E.Either<HookFailure, Decision> => {
  const { status } = request.schedule
  const memories = memoriesOf(request)
  const told: SnapshotScheduleStatus = {
    ...present(status?.observedGeneration, (observedGeneration) => ({ observedGeneration })),
    conditions: conditionsOf(request, memories, settings, now),
    ...projection(request),
  }
  return E.right({ status: told, children: [], effects: [] })
}
