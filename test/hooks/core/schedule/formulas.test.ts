import * as O from 'fp-ts/Option'
import { durationSeconds } from '../../../../api/grammar'
import { jitterSeconds } from '../../../../hooks/core/schedule'
import { substituteHashedFields } from '../../../../hooks/core/schedule/hashed-fields'

describe('formulas that outlive releases', () => {
  it('puts the jitter of seed schedule-uid at 1700000000 in a window of 1800 s at 1440 s', () => {
    expect(jitterSeconds('schedule-uid', 1_700_000_000, 1800)).toBe(1440)
  })

  it('has no jitter in a window of nothing, nor of less than a second', () => {
    expect([
      jitterSeconds('schedule-uid', 1_700_000_000, 0),
      jitterSeconds('schedule-uid', 1_700_000_000, 0.5),
    ]).toEqual([0, 0])
  })

  it('puts 5 16 15 5 2 for five H of seed schedule-uid', () => {
    expect(substituteHashedFields(['H', 'H', 'H', 'H', 'H'], 'schedule-uid').join(' ')).toBe('5 16 15 5 2')
  })

  it.each([
    ['90', 90],
    [' 30s ', 30],
    ['10m', 600],
    ['2h', 7200],
    ['0', 0],
  ])('reads the duration %j', (text, seconds) => {
    expect(durationSeconds(text)).toEqual(O.some(seconds))
  })

  it.each(['', '1d', '1h30m', '-5m', '1.5h', 'm', '5 m', '99999999999999999999'])('refuses the duration %j', (text) => {
    expect(durationSeconds(text)).toEqual(O.none)
  })
})
