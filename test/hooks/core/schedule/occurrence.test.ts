import * as E from 'fp-ts/Either'
import * as O from 'fp-ts/Option'
import { parseCron, parseZone, type Cron, type Zone } from '../../../../hooks/core/schedule'
import { countOccurrences, nextOccurrence } from '../../../../hooks/core/schedule/occurrence'
import { clocks } from './clocks'
import { ticks, walk, type Tick } from './wall-clock'

const cron = (expression: string): Cron => {
  const parsed = parseCron(expression, 'seed')
  if (E.isLeft(parsed)) throw new Error(parsed.left)
  return parsed.right
}
const zone = (name: string): Zone => {
  const parsed = parseZone(name)
  if (O.isNone(parsed)) throw new Error(name)
  return parsed.value
}
const occurrences = (expression: string, name: string, from: number, until: number): ReadonlyArray<number> => {
  const found: number[] = []
  for (let next = nextOccurrence(cron(expression), zone(name), from); O.isSome(next) && next.value <= until;) {
    found.push(next.value)
    next = nextOccurrence(cron(expression), zone(name), next.value)
  }
  return found
}
const iso = (instants: ReadonlyArray<number>): ReadonlyArray<string> =>
  instants.map((instant) => new Date(instant).toISOString().slice(0, 16))

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu']
/** Weeks around every change of 2026 in these zones, and one without any. */
const windows = [
  '2026-03-05',
  '2026-03-26',
  '2026-04-02',
  '2026-07-01',
  '2026-09-03',
  '2026-10-01',
  '2026-10-22',
  '2026-10-29',
]

const walked = (name: string): ReadonlyArray<ReadonlyArray<Tick>> =>
  windows.map((day) => ticks(name, Date.parse(`${day}T00:00:00Z`), Date.parse(`${day}T00:00:00Z`) + 6 * 86_400_000))

describe('occurrences', () => {
  it.each(zones)('in %s are those of a walk through real time, minute by minute', (name) => {
    walked(name).forEach((minutes) => {
      const from = (minutes.at(0)?.at ?? 0) - 1
      const until = minutes.at(-1)?.at ?? 0
      clocks.forEach((wall) => {
        expect([wall.expression, ...iso(occurrences(wall.expression, name, from, until))]).toEqual([
          wall.expression,
          ...iso(walk(wall, minutes)),
        ])
      })
    })
  })

  it('keeps a nightly run on the night the clocks go forward, an hour later', () => {
    expect(
      iso(
        occurrences(
          '30 2 * * *',
          'Europe/Berlin',
          Date.parse('2026-03-28T12:00:00Z'),
          Date.parse('2026-03-30T12:00:00Z'),
        ),
      ),
    ).toEqual(['2026-03-29T01:30', '2026-03-30T00:30'])
  })

  it('runs once on the night the clocks go back', () => {
    expect(
      iso(
        occurrences(
          '30 2 * * *',
          'Europe/Berlin',
          Date.parse('2026-10-24T12:00:00Z'),
          Date.parse('2026-10-26T12:00:00Z'),
        ),
      ),
    ).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
  })

  it('is strictly after the instant asked for', () => {
    const slot = Date.parse('2026-05-05T05:00:00Z')
    expect(
      [slot - 1, slot, slot + 1].map((at) =>
        iso(
          O.isSome(nextOccurrence(cron('0 * * * *'), zone('UTC'), at))
            ? occurrences('0 * * * *', 'UTC', at, at + 3_600_000)
            : [],
        ),
      ),
    ).toEqual([['2026-05-05T05:00'], ['2026-05-05T06:00'], ['2026-05-05T06:00']])
  })

  it('reads L, nL and n#k', () => {
    const from = Date.parse('2026-01-01T00:00:00Z')
    const until = Date.parse('2026-04-01T00:00:00Z')
    expect([
      iso(occurrences('0 3 L * *', 'UTC', from, until)),
      iso(occurrences('0 3 * * 5L', 'UTC', from, until)),
      iso(occurrences('0 3 * * 5#2', 'UTC', from, until)),
    ]).toEqual([
      ['2026-01-31T03:00', '2026-02-28T03:00', '2026-03-31T03:00'],
      ['2026-01-30T03:00', '2026-02-27T03:00', '2026-03-27T03:00'],
      ['2026-01-09T03:00', '2026-02-13T03:00', '2026-03-13T03:00'],
    ])
  })

  it('waits eight years for a leap day where a century leaves one out', () => {
    expect(
      iso(occurrences('0 0 29 2 *', 'UTC', Date.parse('2096-03-01T00:00:00Z'), Date.parse('2105-01-01T00:00:00Z'))),
    ).toEqual(['2104-02-29T00:00'])
  })

  it('says none where no month has the day', () => {
    expect(
      nextOccurrence({ ...cron('0 0 29 2 *'), monthDays: { any: false, days: [31], last: [] } }, zone('UTC'), 0),
    ).toEqual(O.none)
  })

  it('counts what it would enumerate', () => {
    const after = Date.parse('2026-03-20T10:07:00Z')
    const until = Date.parse('2026-04-06T11:00:00Z')
    zones.forEach((name) => {
      const all = occurrences('*/20 * * * *', name, after, until)
      expect(countOccurrences(cron('*/20 * * * *'), zone(name), { after, until })).toEqual({
        count: all.length,
        last: O.some(all.at(-1)),
      })
    })
  })

  it.each([
    '* * * *',
    '* * * * * *',
    '@daily',
    '',
    '61 * * * *',
    'H/15 * * * *',
    'H(1-5) * * * *',
    '0 0 31 2 *',
    '0 0 * * THU,H',
    'x * * * *',
  ])('refuses %j', (expression) => {
    expect(E.isLeft(parseCron(expression, 'seed'))).toBe(true)
  })
})
