import * as fc from 'fast-check'
import type { Manifest } from '../../../mover/kopia/manifest'
import { anchored, byIdOrAnchor, chosen, isCandidate } from '../../../mover/plan/select-snapshot'
import { manifestOf } from '../manifests'

const selector = { username: 'app', hostname: 'shop', sourcePath: '/data', offset: 0, onMissing: 'Fail' as const }
const day = (number: number) => `2026-01-0${number}T00:00:00.5Z`
const three = [1, 2, 3].map((number) => manifestOf({ id: `${number}`, start: day(number) }))

const FULL = [{ path: 'a', error: 'unable to write content chunk 1 of FILE:a: no space left on device' }]

describe('candidates of a selector', () => {
  it.each([
    ['another user', { user: 'root' }],
    ['another host', { host: 'other' }],
    ['a parent folder', { path: '/' }],
    ['a folder below', { path: '/data/below' }],
    ['an incomplete snapshot', { more: { incomplete: 'canceled' } }],
    ['a failed run that saved what it could read', { more: { rootEntry: { summ: { numFailed: 1 } } } }],
    ['a run whose repository was full', { more: { rootEntry: { summ: { numIgnoredErrors: 1, errors: FULL } } } }],
  ])('are not of %s', (_what, more) => {
    expect(isCandidate(selector)(manifestOf({ id: 'a', ...more }))).toBe(false)
  })

  it('are those that lack only what was allowed to be missing', () => {
    const more = { rootEntry: { summ: { numFailed: 0, numIgnoredErrors: 3 } } }
    expect(isCandidate(selector)(manifestOf({ id: 'a', more }))).toBe(true)
  })

  it('are of any path when none is named', () => {
    const { sourcePath: _path, ...open } = selector
    expect(isCandidate(open)(manifestOf({ id: 'a', path: '/elsewhere' }))).toBe(true)
  })

  it('had ended by the time that is asked for', () => {
    const running = manifestOf({ id: 'a', start: day(1), end: day(3) })
    expect(isCandidate({ ...selector, asOf: day(2) })(running)).toBe(false)
    expect(isCandidate({ ...selector, asOf: day(3) })(running)).toBe(true)
    expect(isCandidate({ ...selector, asOf: '2026-02-30T00:00:00Z' })(manifestOf({ id: 'a' }))).toBe(false)
  })
})

describe('the chosen snapshot', () => {
  it('is the newest, then older ones, then none', () => {
    expect([0, 1, 2, 3].map((offset) => chosen({ ...selector, offset }, three)?.id)).toEqual(['3', '2', '1', undefined])
  })

  it('is the newest for a negative offset', () => {
    expect(chosen({ ...selector, offset: -4 }, three)?.id).toBe('3')
  })

  it('does not depend on the order of the list', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...three], { minLength: 3 }), fc.nat({ max: 3 }), (list, offset) => {
        expect(chosen({ ...selector, offset }, list)).toEqual(chosen({ ...selector, offset }, three))
      }),
    )
  })
})

describe('an anchor', () => {
  const one = manifestOf({ id: 'a' })

  it('compares the start as an instant, not as text', () => {
    expect(anchored({ sourcePath: '/data', startTime: '2026-01-01T01:00:00.123+01:00' })(one)).toBe(true)
    expect(anchored({ sourcePath: '/data', startTime: '2026-01-01T00:00:01Z' })(one)).toBe(false)
  })

  it('without a path describes nothing', () => {
    expect(anchored({})(one)).toBe(false)
    expect(anchored({ sourcePath: '' })(one)).toBe(false)
    expect(anchored({ startTime: one.startTime })(one)).toBe(false)
  })

  it('is not asked while the id is there', () => {
    const other = manifestOf({ id: 'b' })
    expect(byIdOrAnchor('a', { sourcePath: '/data', startTime: one.startTime }, [other, one])?.id).toBe('a')
  })

  it.each([{ username: 'root' }, { hostname: 'elsewhere' }])('refuses the id of somebody else: %j', (whose) => {
    const anchor = { username: 'app', hostname: 'shop', ...whose }
    expect(byIdOrAnchor('a', anchor, [one])).toBeUndefined()
    expect(byIdOrAnchor('a', { ...anchor, sourcePath: '/data' }, [one])).toBeUndefined()
  })

  it('heals only what it describes alone', () => {
    const anchor = { sourcePath: '/data', username: 'app', hostname: 'shop' }
    expect(byIdOrAnchor('gone', anchor, [one])?.id).toBe('a')
    expect(byIdOrAnchor('gone', anchor, [one, manifestOf({ id: 'b' })])).toBeUndefined()
    expect(byIdOrAnchor('gone', undefined, [one])).toBeUndefined()
  })

  it('takes two manifests of one snapshot for one, in whatever order they are listed', () => {
    const anchor = { sourcePath: '/data', username: 'app', hostname: 'shop' }
    const twin = (id: string, obj: string, more = {}) => manifestOf({ id, more: { rootEntry: { obj } }, ...more })
    const ids = (list: ReadonlyArray<Manifest>) =>
      [list, list.toReversed()].map((each) => byIdOrAnchor('gone', anchor, each)?.id)
    expect(ids([twin('a', 'k1'), twin('b', 'k1')])).toEqual(['b', 'b'])
    expect(ids([twin('a', 'k1'), twin('b', 'k2')])).toEqual([undefined, undefined])
    expect(ids([twin('a', 'k1'), twin('b', 'k1', { start: day(2) })])).toEqual([undefined, undefined])
  })
})
