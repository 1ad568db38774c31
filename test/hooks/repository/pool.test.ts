import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { aSnapshot, ready } from './snapshots'
import { API, aSecret, call, type World } from './world'

const active = { 'kopiur.home-operations.com/state': 'active' }
const waiting = (uid: string, day: string, parts: object = {}): KubeObject => {
  const snapshot = aSnapshot(uid, {
    id: null,
    labels: active,
    status: {
      phase: 'Pending',
      conditions: [
        {
          type: 'RepositorySlotAvailable',
          status: 'False',
          reason: 'WaitingForSlot',
          message: '',
          lastTransitionTime: '2026-08-05T11:00:00Z',
        },
      ],
    },
    ...parts,
  })
  const { job, ...status } = snapshot['status'] as { job: unknown }
  void job
  return { ...snapshot, metadata: { ...snapshot.metadata, creationTimestamp: `2026-08-${day}T00:00:00Z` }, status }
}
const runs = (uid: string): KubeObject => aSnapshot(uid, { id: null, labels: active, status: { phase: 'Running' } })
const restoring: KubeObject = {
  apiVersion: API,
  kind: 'Restore',
  metadata: { name: 'r', namespace: 'db', uid: 'r' },
  spec: { source: { snapshotRef: { name: 'snap-a' } }, target: { pvcRef: { name: 'data' } } },
  status: { phase: 'Restoring', resolved: { repository: { name: 'main', namespace: 'db' } } },
}

const granted = (limit: number, objects: ReadonlyArray<KubeObject>, more: Partial<World> = {}) =>
  call({
    parent: ready(limit === 0 ? {} : { concurrency: { maxConcurrentJobs: limit } }),
    objects: [aSecret(), ...objects],
    ...more,
  }).effects.flatMap((effect) =>
    effect._tag === 'Annotate' && effect.annotations[Annotation.repositoryVerdict] === 'slot-granted'
      ? [effect.uid]
      : [],
  )

test('free slots go to the runs that wait longest', () => {
  const queue = [waiting('c', '03'), waiting('a', '01'), waiting('b', '02')]
  expect(granted(2, queue)).toEqual(['a', 'b'])
  expect(granted(5, queue)).toEqual(['a', 'b', 'c'])
})

test('running, granted and restoring work takes a slot', () => {
  const queue = [waiting('a', '01'), waiting('b', '02')]
  const promised = waiting('p', '01', { annotations: { [Annotation.repositoryVerdict]: 'slot-granted' } })
  expect(granted(2, [...queue, runs('r1')])).toEqual(['a'])
  expect(granted(2, [...queue, promised])).toEqual(['a'])
  expect(granted(2, [...queue, restoring])).toEqual(['a'])
  expect(granted(2, [...queue, runs('r1'), promised])).toEqual([])
})

test('a finished run gives its slot back', () => {
  const done = aSnapshot('d', { annotations: { [Annotation.repositoryVerdict]: 'slot-granted' } })
  expect(granted(1, [waiting('a', '01'), done])).toEqual(['a'])
})

test('what only the API server knows of takes a slot as well', () => {
  const queue = [waiting('a', '01')]
  expect(granted(1, [...queue, runs('hidden')], { cached: queue })).toEqual([])
})

test('a dying run gets none', () => {
  expect(granted(1, [waiting('a', '01', { deletedAt: '2026-08-05T11:59:00Z' })])).toEqual([])
})

test('without a limit, and when not everything could be read, nothing is given', () => {
  expect(granted(0, [waiting('a', '01')])).toEqual([])
  expect(granted(1, [waiting('a', '01')], { reads: { Restore: { _tag: 'Forbidden', message: 'no' } } })).toEqual([])
})
