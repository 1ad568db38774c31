import * as fc from 'fast-check'
import { beyondNewest, keptNames, type Aged, type KeepRules } from '../../../../hooks/core/retention'
import { keptByHand } from './by-hand'

const HOUR = 3_600_000
const start = Date.parse('2024-12-28T00:30:00Z')
const row = (at: number, name = new Date(at).toISOString()): Aged => ({ name, at, pinned: false, bucket: '' })
const hourly = (count: number): ReadonlyArray<Aged> =>
  Array.from({ length: count }, (_, index) => row(start + index * HOUR))
const kept = (rules: KeepRules, rows: ReadonlyArray<Aged>): ReadonlyArray<string> => [...keptNames(rules, rows)].sort()

const count = fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined })
const rules: fc.Arbitrary<KeepRules> = fc
  .record({
    keepLatest: count,
    keepHourly: count,
    keepDaily: count,
    keepWeekly: count,
    keepMonthly: count,
    keepAnnual: count,
  })
  .map((some) => Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)))
/** Around the turn of a year, so that ISO weeks, months and years disagree; often at equal times. */
const aged: fc.Arbitrary<Aged> = fc.record({
  name: fc.stringMatching(/^[a-d]{1,4}$/),
  at: fc.oneof(
    fc.integer({ min: 0, max: 24 * 21 }).map((hours) => start + hours * HOUR),
    fc.integer({ min: 0, max: 1500 }).map((days) => start - days * 24 * HOUR),
    fc.integer({ min: start, max: start + 48 * HOUR }),
  ),
  pinned: fc.boolean(),
  bucket: fc.constantFrom('', 'pvc/db/a'),
})
const rows = fc.uniqueArray(aged, { selector: ({ name }) => name, maxLength: 60 })

describe('retention', () => {
  it('keeps what one keeps on paper', () => {
    fc.assert(
      fc.property(rules, rows, (some, all) => void expect(kept(some, all)).toEqual(keptByHand(some, all))),
      { numRuns: 1000 },
    )
  })

  it('does not depend on the order it is told in', () => {
    fc.assert(
      fc.property(rules, rows, (some, all) => void expect(kept(some, [...all].reverse())).toEqual(kept(some, all))),
    )
  })

  it('keeps again what it kept: pruning twice is pruning once', () => {
    fc.assert(
      fc.property(rules, rows, (some, all) => {
        const survivors = keptNames(some, all)
        expect(
          kept(
            some,
            all.filter(({ name }) => survivors.has(name)),
          ),
        ).toEqual([...survivors].sort())
      }),
    )
  })

  it('keeps the newest of each ISO week, not of each calendar year', () => {
    expect(
      kept({ keepWeekly: 2 }, [
        row(Date.parse('2024-12-30T12:00:00Z')),
        row(Date.parse('2025-01-02T12:00:00Z')),
        row(Date.parse('2024-12-29T12:00:00Z')),
      ]),
    ).toEqual(['2024-12-29T12:00:00.000Z', '2025-01-02T12:00:00.000Z'])
  })

  it('uses up no period in which nothing was made', () => {
    expect(kept({ keepDaily: 2 }, [row(start), row(start - 400 * 24 * HOUR)])).toHaveLength(2)
  })

  it('keeps a pinned snapshot, which still takes its place', () => {
    const rowsOfADay = hourly(3).map((one, index) => ({ ...one, pinned: index === 2 }))
    expect(kept({ keepLatest: 1 }, rowsOfADay)).toEqual(['2024-12-28T02:30:00.000Z'])
    expect(
      kept(
        { keepLatest: 1 },
        hourly(3).map((one, index) => ({ ...one, pinned: index === 0 })),
      ),
    ).toEqual(['2024-12-28T00:30:00.000Z', '2024-12-28T02:30:00.000Z'])
  })

  it('prefers the first name of two of the same time', () => {
    expect(kept({ keepLatest: 1 }, [row(start, 'b'), row(start, 'a')])).toEqual(['a'])
  })
})

describe('history of failed runs', () => {
  it('gives up all but the newest of each bucket', () => {
    const all = [...hourly(4), ...hourly(3).map((one) => ({ ...one, name: `b${one.name}`, bucket: 'b' }))]
    expect(beyondNewest(2, all).map(({ name }) => name)).toEqual([
      '2024-12-28T01:30:00.000Z',
      '2024-12-28T00:30:00.000Z',
      'b2024-12-28T00:30:00.000Z',
    ])
  })

  it('keeps none with a limit of 0, all with one that is not reached', () => {
    expect([
      beyondNewest(0, hourly(2)).length,
      beyondNewest(10, hourly(2)).length,
      beyondNewest(10, []).length,
    ]).toEqual([2, 0, 0])
  })
})
