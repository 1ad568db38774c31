import { repositoryLabel } from '../../../hooks/core/names'
import { labels } from '../../../hooks/labels'
import { askHook } from '../snapshot/world'
import * as o from '../snapshot/objects'

const K = o.K
const OWNER = [
  { apiVersion: o.API, kind: 'SnapshotPolicy', name: 'data', uid: 'SnapshotPolicy-data', controller: true },
]
const MAIN = repositoryLabel({ kind: 'Repository', namespace: 'db', name: 'main' })

const told = (object: ReturnType<typeof o.snapshot>, objects = o.cluster(), now = o.NOW) => {
  const request = { controller: object, object, attachments: {}, related: {}, finalizing: false }
  const { decision, rounds } = askHook(labels.sync, request, { objects }, { ...o.around, now })
  return { ...decision, rounds }
}
const restore = (spec: object, status?: object, metadata: object = {}) =>
  o.other('Restore')(
    'back',
    { spec: { target: { pvcRef: { name: 'pgdata' } }, ...spec }, ...(status === undefined ? {} : { status }) },
    metadata,
  )

describe('labels of a Snapshot', () => {
  it('made by hand let its policy adopt it', () => {
    expect(told(o.snapshot()).labels).toEqual({
      [`${K}state`]: 'active',
      [`${K}config`]: 'data',
      [`${K}repository`]: MAIN,
      'controller-uid': 'SnapshotPolicy-data',
    })
  })
  it('that has an owner are known without a read, and are not asked again', () => {
    const owned = o.snapshot({ status: o.savedStatus, metadata: { ownerReferences: OWNER } })
    expect(told(owned)).toMatchObject({
      rounds: 0,
      labels: { [`${K}state`]: 'settled', [`${K}config`]: 'data', [`${K}repository`]: MAIN },
    })
    expect(told(owned).labels).not.toHaveProperty('controller-uid')
    expect(told(owned).resyncAfterSeconds).toBeUndefined()
  })
  it('put back from Git say that its run is over, though no status does', () => {
    const back = (metadata: object) =>
      told(o.snapshot({ metadata: { labels: { [`${K}state`]: 'settled' }, ...metadata } }), o.cluster(), o.NOW)
    expect(back({}).labels).toMatchObject({ [`${K}state`]: 'settled' })
    expect(back({ deletionTimestamp: '2026-03-01T11:00:00Z' }).labels).toMatchObject({ [`${K}state`]: 'deleting' })
  })
  it('that is about to begin are left to its run for a while', () => {
    const born = Date.parse('2026-03-01T11:00:00Z')
    expect(told(o.snapshot(), o.cluster(), born + 14_000)).toMatchObject({
      rounds: 0,
      labels: {},
      resyncAfterSeconds: 15,
    })
    expect(told(o.snapshot(), o.cluster(), born + 15_000).labels).toHaveProperty('controller-uid')
    const scheduled = o.snapshot({ metadata: { labels: { [`${K}origin`]: 'scheduled' } } })
    expect(told(scheduled, o.cluster(), born).labels).toHaveProperty('controller-uid')
  })
  it('overwrite the word of an owner that is gone', () => {
    const orphan = o.snapshot({ metadata: { labels: { 'controller-uid': 'old', [`${K}origin`]: 'scheduled' } } })
    const objects = [o.policy({}, { uid: 'new' })]
    expect(told(orphan, objects).labels?.['controller-uid']).toBe('new')
  })
  it.each([
    ['its policy is not there', o.snapshot(), []],
    ['its policy is dying', o.snapshot(), [o.policy({}, { deletionTimestamp: '2026-03-01T11:00:00Z' })]],
    [
      'it was found in the repository',
      o.snapshot({ metadata: { labels: { [`${K}origin`]: 'discovered' } } }),
      o.cluster(),
    ],
    ['it is dying', o.snapshot({ metadata: { deletionTimestamp: '2026-03-01T11:00:00Z' } }), o.cluster()],
    [
      'its policy lives in another namespace',
      o.snapshot({ spec: { policyRef: { name: 'data', namespace: 'other' } } }),
      [o.policy({}, { namespace: 'other' })],
    ],
  ])('give it to nobody when %s', (_, object, objects) => {
    expect(told(object, objects).labels).not.toHaveProperty('controller-uid')
  })
  it('of a policy elsewhere name the repository of that policy', () => {
    const foreign = o.snapshot({ spec: { policyRef: { name: 'data', namespace: 'other' } } })
    expect(told(foreign, [o.policy({}, { namespace: 'other' })]).labels).toEqual({
      [`${K}state`]: 'active',
      [`${K}repository`]: repositoryLabel({ kind: 'Repository', namespace: 'other', name: 'main' }),
    })
  })
  it.each([
    [0, 15],
    [1, 15],
    [4, 60],
    [60, 300],
  ])('are asked again while the policy is missing: after %i minutes in %i s', (minutes, seconds) => {
    const now = Date.parse('2026-03-01T11:00:00Z') + minutes * 60_000
    expect(told(o.snapshot(), [], now).resyncAfterSeconds).toBe(seconds)
  })
  it.each([
    [{ deletionTimestamp: '2026-03-01T11:00:00Z' }, o.savedStatus, 'deleting'],
    [{}, { phase: 'Failed' }, 'settled'],
    [{}, { phase: 'Running' }, 'active'],
    [{}, { phase: 'Thawing' }, 'active'],
  ])('say its state %#', (metadata, status, state) => {
    expect(told(o.snapshot({ status, metadata: { ...metadata, ownerReferences: OWNER } })).labels?.[`${K}state`]).toBe(
      state,
    )
  })
})

describe('labels of a Restore', () => {
  it.each<[string, ReturnType<typeof restore>, unknown]>([
    [
      'that names its repository',
      restore({ repository: { name: 'main' }, source: { identity: { username: 'a', hostname: 'b' } } }),
      MAIN,
    ],
    [
      'that has resolved it',
      restore({ source: { snapshotRef: { name: 'x' } } }, { resolved: { repository: { name: 'main' } } }),
      MAIN,
    ],
    ['of a policy', restore({ source: { fromPolicy: { name: 'data' } } }), MAIN],
    ['of a Snapshot, not yet', restore({ source: { snapshotRef: { name: 'x' } } }), undefined],
  ])('%s', (_, object, repository) => {
    const { labels: given } = told(object)
    expect([given?.[`${K}state`], given?.[`${K}repository`]]).toEqual(['active', repository])
  })
  it('that is over is settled', () => {
    expect(told(restore({ source: { snapshotRef: { name: 'x' } } }, { phase: 'Completed' })).labels).toEqual({
      [`${K}state`]: 'settled',
    })
  })
  it.each<[string, object, object, string]>([
    ['put back without its status', {}, {}, 'settled'],
    ['being deleted', { deletionTimestamp: '2026-03-01T11:00:00Z' }, {}, 'deleting'],
    ['one that fills claims, of which another came', {}, { target: { populator: {} } }, 'active'],
  ])('that was over and is %s', (_, metadata, spec, state) => {
    const back = restore(
      { source: { snapshotRef: { name: 'x' } }, ...spec },
      { phase: 'Pending' },
      { labels: { [`${K}state`]: 'settled' }, ...metadata },
    )
    expect(told(back).labels).toEqual({ [`${K}state`]: state })
  })
})
