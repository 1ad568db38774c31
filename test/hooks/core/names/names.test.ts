import fc from 'fast-check'
import { capName, fnv1a64, repositoryKey, repositoryLabel, shortHash, utf8 } from '../../../../hooks/core/names'

const bytesOf = (seed: string, slot: bigint): Uint8Array =>
  new Uint8Array([...utf8(seed), ...Array.from({ length: 8 }, (_, i) => Number((slot >> BigInt(8 * i)) & 0xffn))])

describe('hash', () => {
  it.each([
    ['', 'cbf29ce484222325'],
    ['a', 'af63dc4c8601ec8c'],
    ['foobar', '85944171f73967e8'],
  ])('of %p is the published FNV-1a value', (text, hex) => {
    expect(fnv1a64(utf8(text)).toString(16)).toBe(hex)
  })
  it.each([
    ['postgres-data', '5a5d7a49'],
    ['nightly-20260805020000\ndb/pgdata', '9c07500e'],
  ])('short hash of %j', (text, hex) => {
    expect(shortHash(text)).toBe(hex)
  })
  it('gives the jitter of schedule-uid at 1700000000 in half an hour', () => {
    expect(fnv1a64(bytesOf('schedule-uid', 1700000000n)) % 1800n).toBe(1440n)
  })
})

describe('capped name', () => {
  it('keeps the head and hashes the whole', () => {
    expect(capName(`${'n'.repeat(80)}-snap-a-delete`)).toBe(`${'n'.repeat(46)}-78b92bff1e6d5c26`)
  })
  it('trims dashes before its hash', () => {
    expect(capName(`${'n'.repeat(40)}------${'x'.repeat(40)}`)).toMatch(/^n{40}-[0-9a-f]{16}$/)
  })
  it('fits, is stable, and leaves short names alone', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9-]{0,119}$/), fc.constantFrom(52, 63), (name, limit) => {
        const capped = capName(name, limit)
        expect(capped.length).toBeLessThanOrEqual(limit)
        expect(capName(capped, limit)).toBe(capped)
        expect(name.length > limit || capped === name).toBe(true)
      }),
    )
  })
})

describe('repository', () => {
  const namespaced = { kind: 'Repository', namespace: 'db', name: 'main' } as const
  const cluster = { kind: 'ClusterRepository', name: 'main' } as const
  it('key tells kinds and namespaces apart', () => {
    expect([repositoryKey(namespaced), repositoryKey(cluster)]).toEqual([
      'Repository/db/main',
      'ClusterRepository/main',
    ])
  })
  it('label is the cut name and the hash of kind, namespace and name', () => {
    expect(repositoryLabel(namespaced)).toBe(`main-${shortHash('repository:db/main')}`)
    expect(repositoryLabel(cluster)).toBe(`main-${shortHash('clusterrepository:main')}`)
    expect(repositoryLabel({ ...cluster, name: 'x'.repeat(90) })).toHaveLength(49)
  })
})
