import { cacheClaimAt, isCacheClaim } from '../../../../hooks/core/mover-job'

const place = { name: 'kopiur-cache-data', namespace: 'db', owners: [] }
const managed = { 'app.kubernetes.io/managed-by': 'kopiur' }

describe('the claim of a lasting cache', () => {
  it('is labelled as one, and recognised by that', () => {
    const made = cacheClaimAt(place, [{ cache: { mode: 'Persistent', capacity: '5Gi' } }])
    expect(made?.metadata.labels).toEqual({ ...managed, 'kopiur.home-operations.com/component': 'mover-cache' })
    expect(isCacheClaim(made?.metadata ?? {})).toBe(true)
  })

  it('is recognised by the label that such claims had before', () => {
    expect(isCacheClaim({ labels: { ...managed, 'app.kubernetes.io/component': 'mover-cache' } })).toBe(true)
  })

  it.each([
    ['without labels', undefined],
    ['of another manager', { 'kopiur.home-operations.com/component': 'mover-cache' }],
    ['of another component', { ...managed, 'kopiur.home-operations.com/component': 'staged-source' }],
    ['of a component of another API', { ...managed, 'example.com/component': 'mover-cache' }],
  ])('is none %s', (_, labels) => {
    expect(isCacheClaim(labels === undefined ? {} : { labels })).toBe(false)
  })

  it.each([
    ['Ephemeral', { mode: 'Ephemeral', capacity: '5Gi' }],
    ['without a capacity', { mode: 'Persistent' }],
    ['not spoken of', {}],
  ] as const)('is not made for a cache that is %s', (_, cache) => {
    expect(cacheClaimAt(place, [{ cache }])).toBeUndefined()
  })
})
