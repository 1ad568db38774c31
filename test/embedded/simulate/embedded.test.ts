import { simulate, type Story } from '../../../embedded/simulate'
import { live } from './embedded-tale'
import { at, tale } from './tale'

const HOUR = 3_600_000
const from = at('2026-03-27T00:00:00Z')
const hours = (...some: ReadonlyArray<number>): ReadonlySet<number> => new Set(some.map((hour) => from + hour * HOUR))

const stories: { readonly [name: string]: Story } = {
  'with failures, retention and a change of clocks': tale({
    schedule: { cron: '0 * * * *', timezone: 'Europe/Berlin', runOnCreate: true },
    policy: { retention: { keepLatest: 2, keepHourly: 5, keepDaily: 3 } },
    from,
    until: from + 54 * HOUR,
    failing: hours(3, 4, 20, 21, 22, 40),
  }),
  'with runs that are longer than their interval, under Forbid': tale({
    policy: { retention: { keepLatest: 3 } },
    from,
    until: from + 20 * HOUR,
    durationMs: 100 * 60_000,
    failing: hours(5, 9),
  }),
  'with a deadline, under Forbid': tale({
    schedule: { startingDeadlineSeconds: 600 },
    from,
    until: from + 20 * HOUR,
    durationMs: 100 * 60_000,
  }),
  'with runs that are longer than their interval, under Replace': tale({
    schedule: { concurrencyPolicy: 'Replace' },
    from,
    until: from + 8 * HOUR,
    durationMs: 100 * 60_000,
  }),
}

describe('simulate against the whole product on the embedded cluster', () => {
  it.each(Object.entries(stories))(
    'tells the same %s',
    async (_, story) => {
      const simulated = simulate(story)
      const lived = await live(story, story.until + 10 * 60_000)
      const over = simulated.runs.filter(({ endTime }) => at(endTime) <= story.until + 5 * 60_000)
      const names = new Set(over.map(({ name }) => name))
      expect(over.length).toBeGreaterThan(5)
      expect(lived.runs.filter((run) => names.has(run.split(' ')[0] ?? ''))).toEqual(
        over.map(({ name, outcome }) => `${name} ${outcome}`).sort(),
      )
      const passed = (slots: ReadonlyArray<string>) => slots.filter((slot) => at(slot) <= story.until)
      const began = passed(lived.skips.map((skip) => skip.split(' ')[0] ?? ''))
      const expected = passed(simulated.skips.map(({ slot }) => slot))
      expect(began.filter((slot) => !expected.includes(slot))).toEqual([])
      expect(began.length > 0).toBe(expected.length > 0)
      if (over.length === simulated.runs.length) expect(lived.kept).toEqual(simulated.kept['db/pg'])
    },
    120_000,
  )
})
