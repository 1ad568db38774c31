import * as fc from 'fast-check'
import { simulate } from '../../../embedded/simulate'
import { clocks } from '../../hooks/core/schedule/clocks'
import { ticks, walk } from '../../hooks/core/schedule/wall-clock'
import { keptByHand } from '../../hooks/core/retention/by-hand'
import { forbidByHand } from './forbid-by-hand'
import { ALL_RULES, at, iso, tale } from './tale'

const DAY = 86_400_000
const HOUR = 3_600_000
const name = (slot: number): string => `often-${iso(slot).replace(/[-T:Z]/g, '')}`

describe('simulate against a calculation by hand', () => {
  /** Days around the changes of the clocks in 2026. */
  const changes = {
    UTC: ['2026-02-27'],
    'Europe/Berlin': ['2026-03-28', '2026-10-24'],
    'America/New_York': ['2026-03-07', '2026-10-31'],
    'Australia/Lord_Howe': ['2026-04-03', '2026-10-02'],
  }
  it.each(Object.entries(changes))(
    'runs, skips and keeps the same in %s, across the changes of its clocks',
    (zone, windows) => {
      windows.forEach((day) => {
        const from = at(`${day}T00:00:00Z`)
        const until = from + 3 * DAY
        const minutes = ticks(zone, from + 60_000, until)
        clocks.forEach((clock) => {
          const slots = walk(clock, minutes)
          const failing = new Set(slots.filter((_, index) => index % 5 === 3))
          const simulated = simulate(
            tale({
              schedule: { cron: clock.expression, timezone: zone },
              policy: { retention: ALL_RULES },
              from,
              until,
              failing,
            }),
          )
          const succeeded = slots.filter((slot) => !failing.has(slot))
          expect(simulated.runs.map(({ slot, outcome }) => `${slot} ${outcome}`)).toEqual(
            slots.map((slot) => `${iso(slot)} ${failing.has(slot) ? 'Failed' : 'Succeeded'}`),
          )
          expect(simulated.skips).toEqual([])
          expect(simulated.kept['db/pg']).toEqual(
            keptByHand(
              ALL_RULES,
              succeeded.map((slot) => ({ name: name(slot), at: slot + 60_000, pinned: false, bucket: '' })),
            ),
          )
        })
      })
    },
  )

  it('keeps of a year of hourly runs what all six rules keep', () => {
    const from = at('2026-01-01T00:00:00Z')
    const slots = Array.from({ length: 365 * 24 }, (_, index) => from + (index + 1) * HOUR)
    const simulated = simulate(tale({ policy: { retention: ALL_RULES }, from, until: from + 365 * DAY }))
    expect(simulated.runs.map(({ slot }) => slot)).toEqual(slots.map(iso))
    expect(simulated.kept['db/pg']).toEqual(
      keptByHand(
        ALL_RULES,
        slots.map((slot) => ({ name: name(slot), at: slot + 60_000, pinned: false, bucket: '' })),
      ),
    )
    expect(simulated.deleted).toHaveLength(simulated.runs.length - (simulated.kept['db/pg']?.length ?? 0))
  })

  it('holds back, catches up and passes over as Forbid says, for any lengths of interval and run', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(5, 10, 15, 20, 30),
        fc.integer({ min: 1, max: 90 }),
        fc.option(fc.integer({ min: 0, max: 40 })),
        (every, minutes, deadline) => {
          const from = at('2026-05-01T00:00:00Z')
          const until = from + 8 * HOUR
          const slots = Array.from(
            { length: Math.floor((until - from) / (every * 60_000)) },
            (_, index) => from + (index + 1) * every * 60_000,
          )
          const simulated = simulate(
            tale({
              schedule: {
                cron: `*/${every} * * * *`,
                ...(deadline === null ? {} : { startingDeadlineSeconds: deadline * 60 }),
              },
              from,
              until,
              durationMs: minutes * 60_000,
            }),
          )
          const expected = forbidByHand(slots, minutes * 60_000, deadline === null ? undefined : deadline * 60_000)
          expect(simulated.runs.map(({ slot, startTime }) => `${slot} ${startTime}`)).toEqual(
            expected.runs.map(({ slot, start }) => `${iso(slot)} ${iso(start)}`),
          )
          expect(simulated.skips.map(({ slot, reason }) => `${slot} ${reason}`)).toEqual(
            expected.skips.map(({ slot, reason }) => `${iso(slot)} ${reason}`),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('simulate', () => {
  const day = { from: at('2026-05-01T00:00:00Z'), until: at('2026-05-01T06:00:00Z') }

  it('replaces an unfinished run with the next', () => {
    const { runs, deleted } = simulate(
      tale({ ...day, schedule: { concurrencyPolicy: 'Replace' }, durationMs: 150 * 60_000 }),
    )
    expect(runs.map(({ slot, endTime, outcome }) => `${slot} ${endTime} ${outcome}`)).toEqual([
      '2026-05-01T01:00:00Z 2026-05-01T02:00:00Z Replaced',
      '2026-05-01T02:00:00Z 2026-05-01T03:00:00Z Replaced',
      '2026-05-01T03:00:00Z 2026-05-01T04:00:00Z Replaced',
      '2026-05-01T04:00:00Z 2026-05-01T05:00:00Z Replaced',
      '2026-05-01T05:00:00Z 2026-05-01T06:00:00Z Replaced',
      '2026-05-01T06:00:00Z 2026-05-01T08:30:00Z Succeeded',
    ])
    expect(new Set(deleted.map(({ reason }) => reason))).toEqual(new Set(['replaced-run']))
  })

  it('lets runs overlap where that is allowed', () => {
    const { runs, skips } = simulate(
      tale({ ...day, schedule: { concurrencyPolicy: 'Allow' }, durationMs: 150 * 60_000 }),
    )
    expect([runs.length, skips.length, runs.every(({ slot, startTime }) => slot === startTime)]).toEqual([6, 0, true])
  })

  it('runs on creation at the very beginning', () => {
    const { runs } = simulate(tale({ ...day, schedule: { runOnCreate: true } }))
    expect(runs.map(({ slot }) => slot).slice(0, 2)).toEqual(['2026-05-01T00:00:00Z', '2026-05-01T01:00:00Z'])
  })

  it.each([
    ['schedule', { schedule: { suspend: true } }],
    ['policy', { policy: { suspend: true } }],
  ] as const)('passes every slot over while the %s is suspended', (_, suspended) => {
    const { runs, skips, next } = simulate(tale({ ...day, ...suspended }))
    expect([runs, skips.map(({ slot, reason }) => `${slot.slice(11, 13)} ${reason}`), next['db/often']]).toEqual([
      [],
      ['01 Suspended', '02 Suspended', '03 Suspended', '04 Suspended', '05 Suspended', '06 Suspended'],
      [],
    ])
  })

  it('deletes failed runs beyond the history limit', () => {
    const story = tale({ ...day, failing: new Set([1, 2, 3, 4].map((hour) => day.from + hour * HOUR)) })
    const schedules = story.schedules.map((one) => ({ ...one, spec: { ...one.spec, failedJobsHistoryLimit: 1 } }))
    expect(simulate({ ...story, schedules }).deleted).toEqual([
      { name: 'often-20260501010000', at: '2026-05-01T02:01:00Z', reason: 'failed-history' },
      { name: 'often-20260501020000', at: '2026-05-01T03:01:00Z', reason: 'failed-history' },
      { name: 'often-20260501030000', at: '2026-05-01T04:01:00Z', reason: 'failed-history' },
    ])
  })

  it('shows the ten slots that follow, jitter included, the same for the same UID', () => {
    const story = tale({ ...day, schedule: { cron: 'H H * * *', jitter: '1h' } })
    const [first, second] = [simulate(story), simulate(story)]
    expect(first).toEqual(second)
    expect(first.next['db/often']).toHaveLength(10)
    expect(first.next['db/often']?.map((time) => time.slice(0, 10))).toEqual(
      Array.from(
        { length: 10 },
        (_, index) => `2026-05-${String(index + (first.runs.length === 0 ? 1 : 2)).padStart(2, '0')}`,
      ),
    )
  })

  it('tells nothing of slots after the end, which runs that go on pass over', () => {
    const { runs, skips, next } = simulate(
      tale({
        schedule: { cron: '0 */6 * * *' },
        until: at('2026-01-02T00:00:00Z'),
        durationMs: 8 * HOUR,
        failing: new Set([at('2026-01-01T06:00:00Z')]),
      }),
    )
    expect(runs.map(({ slot, startTime, endTime }) => [slot, startTime, endTime])).toEqual([
      ['2026-01-01T06:00:00Z', '2026-01-01T06:00:00Z', '2026-01-01T14:00:00Z'],
      ['2026-01-01T12:00:00Z', '2026-01-01T14:00:00Z', '2026-01-01T22:00:00Z'],
      ['2026-01-01T18:00:00Z', '2026-01-01T22:00:00Z', '2026-01-02T06:00:00Z'],
      ['2026-01-02T00:00:00Z', '2026-01-02T06:00:00Z', '2026-01-02T14:00:00Z'],
    ])
    expect(skips).toEqual([])
    expect(next['db/often']).toEqual(
      Array.from({ length: 10 }, (_, index) => iso(at('2026-01-02T06:00:00Z') + index * 6 * HOUR)),
    )
  })

  it('begins no run of a slot after the end, also when the one before expires as a run ends', () => {
    const { runs, skips } = simulate(
      tale({
        ...day,
        until: at('2026-05-01T00:15:00Z'),
        schedule: { cron: '*/5 * * * *', startingDeadlineSeconds: 600 },
        durationMs: 1201_000,
      }),
    )
    expect(runs.map(({ slot }) => slot)).toEqual(['2026-05-01T00:05:00Z'])
    expect(skips.map(({ slot, reason }) => `${slot} ${reason}`)).toEqual([
      '2026-05-01T00:10:00Z Expired',
      '2026-05-01T00:15:00Z Expired',
    ])
  })

  it('makes one Snapshot for each claim in each repository', () => {
    const claim = (which: string) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: which, namespace: 'db' },
    })
    const story = tale({ ...day, until: day.from + HOUR })
    const [repository] = story.repositories
    const policies = story.policies.map(({ spec: _, ...policy }) => ({
      ...policy,
      spec: {
        sources: [{ pvcSelector: {} }],
        groupBy: 'None' as const,
        repositories: [{ name: 'nas' }, { name: 'far' }],
      },
    }))
    const repositories =
      repository?.kind === 'Repository'
        ? [repository, { ...repository, metadata: { name: 'far', namespace: 'db' } }]
        : []
    const { runs } = simulate({ ...story, policies, repositories, claims: [claim('a'), claim('b')] })
    expect(runs.map((run) => run.name.replace(/-[0-9a-f]{8}$/, ''))).toEqual([
      'often-20260501010000-pvc-a-repo-far',
      'often-20260501010000-pvc-a-repo-nas',
      'often-20260501010000-pvc-b-repo-far',
      'often-20260501010000-pvc-b-repo-nas',
    ])
  })
})
