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
} from '../../../api/grammar'

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
