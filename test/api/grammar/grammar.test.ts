import * as E from 'fp-ts/Either'
import * as O from 'fp-ts/Option'
import * as fc from 'fast-check'
import {
  checkCron,
  durationSeconds,
  isDnsLabel,
  isDnsSubdomain,
  isTimestamp,
  isTimezone,
  quantityValue,
  timestampMs,
} from '../../../api/grammar'
import { instantOf, parseInstant } from '../../../hooks/core/time/instant'

it.each([
  ['90', 90],
  ['30s', 30],
  [' 10m ', 600],
  ['2h', 7200],
  ['0', 0],
])('%j lasts %i seconds', (text, seconds) => {
  expect(durationSeconds(text)).toEqual(O.some(seconds))
})

it.each(['', '1d', '1h30m', '-1s', '+1s', '1.5h', '1 h', 'h', '99999999999999999999'])('%j is no duration', (text) => {
  expect(durationSeconds(text)).toEqual(O.none)
})

it('reads every whole number of a unit as a duration', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom('', 's', 'm', 'h'), (count, unit) => {
      const scale = { '': 1, s: 1, m: 60, h: 3600 }[unit]
      expect(durationSeconds(`${count}${unit}`)).toEqual(O.some(count * (scale ?? 0)))
    }),
  )
})

it.each(['0 3 * * *', 'H H * * *', 'H H H H H', '*/5 1-3 1,15 JAN-MAR MON', '0 3 L * *', '0 3 * * 7'])(
  '%j is a cron',
  (text) => {
    expect(E.isRight(checkCron(text))).toBe(true)
  },
)

it.each([
  '',
  '0 3 * *',
  '0 0 3 * * *',
  '60 3 * * *',
  'H/15 * * * *',
  'H(1-5) * * * *',
  '0-H 3 * * *',
  '@daily',
  'x * * * *',
])('%j is no cron', (text) => {
  expect(E.isLeft(checkCron(text))).toBe(true)
})

it.each([
  ['10Gi', 10 * 2 ** 30],
  ['500m', 0.5],
  ['1e3', 1000],
  ['1.5M', 1.5e6],
  ['-1', -1],
  ['1E', 1e18],
])('%j is %d', (text, value) => {
  expect(quantityValue(text)).toEqual(O.some(value))
})

it.each(['', '10GB', 'big', '1 Gi', '1Kib', 'Gi'])('%j is no quantity', (text) => {
  expect(quantityValue(text)).toEqual(O.none)
})

it('knows zones, times and names', () => {
  expect(['Europe/Berlin', 'UTC', 'America/New_York'].every(isTimezone)).toBe(true)
  expect(['', '+02:00', 'Europe/Nowhere', 'local time'].some(isTimezone)).toBe(false)
  expect(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5+02:00'].every(isTimestamp)).toBe(true)
  expect(['2026-01-01', '2026-01-01T00:00:00', '2026-13-01T00:00:00Z', 'now'].some(isTimestamp)).toBe(false)
  expect([isDnsLabel('a-1'), isDnsLabel('a.b'), isDnsLabel('-a'), isDnsLabel('a'.repeat(64))]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect([
    isDnsSubdomain('a.b-c'),
    isDnsSubdomain('a..b'),
    isDnsSubdomain('A'),
    isDnsSubdomain('a'.repeat(254)),
  ]).toEqual([true, false, false, false])
})

it.each([
  '2026-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2100-02-29T00:00:00Z',
  '2026-04-31t00:00:00z',
  '2026-06-31T12:00:00+02:00',
  '2026-01-32T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:60:00Z',
  '2026-06-30T23:59:60Z',
  '2026-01-01T00:00:00+24:00',
])('%s never comes', (text) => {
  expect([isTimestamp(text), timestampMs(text), parseInstant(text), instantOf(text)]).toEqual([
    false,
    Number.NaN,
    O.none,
    undefined,
  ])
})

it.each(['2024-02-29T00:00:00Z', '2000-02-29t23:59:59z', '2026-12-31T23:59:59.999Z', '2026-01-30T00:00:00-11:30'])(
  '%s is the moment that it says',
  (text) => {
    expect([timestampMs(text), instantOf(text)]).toEqual([Date.parse(text), Date.parse(text)])
  },
)

it('takes every day that a month has, and no other', () => {
  const date = fc.record({ year: fc.integer({ min: 0, max: 9999 }), month: fc.integer({ min: 1, max: 12 }) })
  const two = (part: number) => String(part).padStart(2, '0')
  fc.assert(
    fc.property(date, fc.integer({ min: 1, max: 31 }), ({ year, month }, day) => {
      const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      const length = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
      const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T06:00:00Z`
      expect(isTimestamp(text)).toBe(day <= length)
    }),
  )
})
