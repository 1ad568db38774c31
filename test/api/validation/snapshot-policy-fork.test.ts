import { errorsOf, object, type Fields } from './object'

const least = { repository: { name: 'main' }, sources: [{ pvc: { name: 'data' } }] }
const status = {
  lastSuccessfulSnapshot: '2026-01-01T00:00:00Z',
  resolved: { identity: { username: 'it', hostname: 'apps' } },
}
const change = (before: Fields, after: Fields, more: Fields = {}, history: Fields = status) =>
  errorsOf(
    object('SnapshotPolicy', { ...least, ...after }, more),
    object('SnapshotPolicy', { ...least, ...before }, { status: history }),
  )

describe('a SnapshotPolicy with snapshots', () => {
  it('keeps its identity', () => {
    expect(change({}, { identity: { username: 'other' } })).toEqual([
      expect.stringContaining('spec.identity.username: "other" in place of "it" would start a new history'),
    ])
    expect(change({ identity: { hostname: 'old' } }, {})).toEqual([expect.stringContaining('spec.identity.hostname')])
  })

  it('may spell out the identity that it has', () => {
    expect(change({}, { identity: { username: 'it', hostname: 'apps' } })).toEqual([])
  })

  it('keeps the path of a claim', () => {
    const moved = [{ pvc: { name: 'data' }, sourcePathOverride: '/data' }]
    expect(change({}, { sources: moved })).toEqual([
      expect.stringContaining('spec.sources[0].sourcePathOverride: path /data in place of /pvc/data'),
    ])
    expect(change({ sources: moved }, { sources: [{ pvc: { name: 'other' } }, ...moved] })).toEqual([])
  })

  it('keeps how selected claims are named', () => {
    const selecting = (sourcePathStrategy?: string) => ({
      sources: [{ pvcSelector: {}, ...(sourcePathStrategy === undefined ? {} : { sourcePathStrategy }) }],
    })
    expect(change(selecting(), selecting('PvcNamespacedName'))).toEqual([
      expect.stringContaining('spec.sources[0].sourcePathStrategy'),
    ])
    expect(change(selecting(), selecting('PvcName'))).toEqual([])
  })

  it('may change when that is accepted by annotation', () => {
    const metadata = { annotations: { 'kopiur.home-operations.com/allow-identity-change': 'yes' } }
    expect(change({}, { identity: { username: 'other' } }, { metadata })).toEqual([])
    expect(
      change(
        {},
        { identity: { username: 'other' } },
        { metadata: { annotations: { 'kopiur.home-operations.com/allow-identity-change': '' } } },
      ),
    ).toHaveLength(1)
  })

  it('may change while it has none', () => {
    expect(change({}, { identity: { username: 'other' } }, {}, {})).toEqual([])
  })
})
