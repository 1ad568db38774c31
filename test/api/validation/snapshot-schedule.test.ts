import { itRefuses, object, warningsOf } from './object'

const schedule = { cron: 'H 3 * * *' }
const least = { policyRef: { name: 'nightly' }, schedule }

describe('a SnapshotSchedule', () => {
  itRefuses('SnapshotSchedule', least, [
    [
      'names a policy or selects some',
      { policySelector: {} },
      ['spec: exactly one of policyRef, policySelector must be set'],
    ],
    ['selects all policies with an empty selector', { policyRef: undefined, policySelector: {} }, []],
    [
      'has five fields',
      { schedule: { cron: '0 0 3 * * *' } },
      ['spec.schedule.cron: "0 0 3 * * *" is no cron expression (expected 5 fields, found 6)'],
    ],
    [
      'knows H as a whole field',
      { schedule: { cron: 'H(0-5) 3 * * *' } },
      ['spec.schedule.cron: "H(0-5) 3 * * *" is no cron expression'],
    ],
    ['knows names of months and days', { schedule: { cron: '0 3 * MAR MON-FRI' } }, []],
    [
      'has a zone',
      { schedule: { ...schedule, timezone: 'Europe/Nowhere' } },
      ['spec.schedule.timezone: "Europe/Nowhere" is no IANA'],
    ],
    [
      'has a jitter of one number',
      { schedule: { ...schedule, jitter: '1h30m' } },
      ['spec.schedule.jitter: "1h30m" is no duration'],
    ],
    [
      'has a jitter of a day',
      { schedule: { ...schedule, jitter: '86401' } },
      ['spec.schedule.jitter: must be at most 24h'],
    ],
    ['takes exactly a day', { schedule: { ...schedule, jitter: '24h' } }, []],
    [
      'has a deadline ahead',
      { schedule: { ...schedule, startingDeadlineSeconds: -1 } },
      ['startingDeadlineSeconds: must be at least 0'],
    ],
    [
      'keeps none of its failures or some',
      { failedJobsHistoryLimit: -1 },
      ['spec.failedJobsHistoryLimit: must be at least 0'],
    ],
  ])

  it('warns of a cron that leaves many objects', () => {
    const warnings = (cron: string) => warningsOf(object('SnapshotSchedule', { ...least, schedule: { cron } }))
    expect(warnings('*/15 * * * *')).toEqual([expect.stringContaining('fires 4 times an hour')])
    expect(warnings('0,30 4 * * *')).toEqual([expect.stringContaining('fires 2 times an hour')])
    expect(warnings('H * * * *')).toEqual([])
  })

  it('warns of a policy elsewhere', () => {
    const spec = { ...least, policyRef: { name: 'nightly', namespace: 'other' } }
    expect(warningsOf(object('SnapshotSchedule', spec))).toEqual([expect.stringContaining('its own namespace only')])
  })
})
