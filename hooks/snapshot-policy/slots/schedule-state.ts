import { snapshotSchedule, type SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { API_VERSION } from '../../../api/names/group'
import { listAs } from '../../core/kube'
import type { Need, Reads } from '../../need'

/** Whether the schedule of a UID still exists. A watch that does not show it proves nothing; a quorum read does. */
export type ScheduleState = 'Alive' | 'Gone' | 'NotRead' | 'Unclear'

export const scheduleState = (
  uid: string,
  namespace: string,
  { schedules, reads }: { readonly schedules: ReadonlyArray<SnapshotSchedule>; readonly reads: Reads },
): ScheduleState => {
  if (schedules.some(({ metadata }) => metadata.uid === uid)) return 'Alive'
  const read = listAs(snapshotSchedule)(reads, schedulesNeed(namespace))
  switch (read._tag) {
    case 'NotRead':
      return 'NotRead'
    case 'Forbidden':
      return 'Unclear'
    case 'Listed':
      return [...read.items, ...read.unreadable].some(({ metadata }) => metadata.uid === uid) ? 'Alive' : 'Gone'
  }
}

export const schedulesNeed = (namespace: string): Need => ({
  _tag: 'List',
  apiVersion: API_VERSION,
  kind: 'SnapshotSchedule',
  namespace,
  labelSelector: {},
})
