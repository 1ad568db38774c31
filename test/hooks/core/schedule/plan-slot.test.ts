import * as E from 'fp-ts/Either'
import * as fc from 'fast-check'
import * as O from 'fp-ts/Option'
import {
  afterFiring,
  nextSlot,
  parseTiming,
  planSlot,
  type SlotFacts,
  type SlotMemory,
  type Timing,
  type TimingSpec,
} from '../../../../hooks/core/schedule'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (text: string): number => Date.parse(`2026-05-0${text}Z`)
const iso = (instant: number | undefined): string | undefined =>
  instant === undefined ? undefined : new Date(instant).toISOString().slice(8, 16)

const HOURLY: TimingSpec = { cron: '0 * * * *', timezone: 'UTC' }
const timing = (spec: TimingSpec): Timing => {
  const parsed = parseTiming(spec, 'seed')
  if (E.isLeft(parsed)) throw new Error(parsed.left.message)
  return parsed.right
}
const facts = (more: Partial<SlotFacts> = {}): SlotFacts => {
  const spelled = more.spelled ?? HOURLY
  return {
    now: at('1T10:00:00'),
    spelled,
    timing: timing(spelled),
    createdAt: at('1T09:30:10'),
    suspended: false,
    policySuspended: false,
    runOnCreate: false,
    concurrencyPolicy: 'Forbid',
    activity: 'None',
    memory: O.some(pinned(at('1T10:00:00'))),
    prior: {},
    ...more,
  }
}
const pinned = (next: number, more: Partial<SlotMemory> = {}): SlotMemory => ({
  timing: HOURLY,
  next,
  handled: next - HOUR,
  skips: [],
  ...more,
})
const told = (more: Partial<SlotFacts>): string => {
  const { step, memory } = planSlot(facts(more))
  const skips = memory.skips.map(
    ({ slot, until, count, reason }) =>
      `${count} ${reason} ${iso(slot)}${until === undefined ? '' : `..${iso(until)}`}`,
  )
  return [step._tag, 'slot' in step ? iso(step.slot) : iso(memory.next), memory.held, ...skips]
    .filter((part) => part !== undefined)
    .join(' ')
}

describe('what becomes of a pinned slot', () => {
  const NEW = { memory: O.none }
  it.each<[string, Partial<SlotFacts>, string]>([
    ['pins the next one of a new schedule', NEW, 'Wait 01T11:00'],
    ['fires a new schedule at its creation when asked to', { ...NEW, runOnCreate: true }, 'Fire 01T09:30'],
    ['does not when it is suspended', { ...NEW, runOnCreate: true, suspended: true }, 'Wait 01T11:00'],
    ['does not when the policy is suspended', { ...NEW, runOnCreate: true, policySuspended: true }, 'Wait 01T11:00'],
    [
      'does not when it has fired before',
      { ...NEW, runOnCreate: true, prior: { last: at('1T09:40:00') } },
      'Wait 01T11:00',
    ],
    [
      'does for a second policy of the same schedule',
      { ...NEW, runOnCreate: true, prior: { last: at('1T09:30:10') } },
      'Fire 01T09:30',
    ],
    [
      'brings a pin back that a clock ahead has set',
      { memory: O.some(pinned(at('9T10:00:00'), { handled: at('1T10:00:00') })), now: at('1T10:20:00') },
      'Wait 01T11:00',
    ],
    [
      'but not before what that clock has decided',
      { memory: O.some(pinned(at('9T10:00:00'), { handled: at('3T10:00:00') })), now: at('1T10:20:00') },
      'Wait 03T11:00',
    ],
    [
      'nor before the schedule was made, by a clock that is behind',
      { memory: O.some({ timing: HOURLY, next: at('1T10:00:00'), skips: [] }), now: at('1T04:00:00') },
      'Wait 01T10:00',
    ],
    [
      'leaves a pin alone that the spread of a schedule may have set',
      {
        spelled: { ...HOURLY, jitter: '3h' },
        memory: O.some({ ...pinned(at('1T13:30:00')), timing: { ...HOURLY, jitter: '3h' } }),
        now: at('1T10:20:00'),
      },
      'Wait 01T13:30',
    ],
    ['starts from the pin of an older release', { ...NEW, prior: { next: { at: at('1T08:00:00') } } }, 'Fire 01T08:00'],
    [
      'makes that pin again when its zone is another',
      { ...NEW, prior: { next: { at: at('1T11:30:00'), timezone: 'Asia/Kolkata' } } },
      'Wait 01T11:00',
    ],
    ['waits for a slot in the future', { now: at('1T09:59:59') }, 'Wait 01T10:00'],
    ['fires a slot that is due', {}, 'Fire 01T10:00'],
    ['fires a slot that is late', { now: at('1T12:34:00') }, 'Fire 01T10:00'],
    ['keeps the pin while suspended', { suspended: true, now: at('1T15:00:00') }, 'Hold 01T10:00 Suspended'],
    [
      'passes slots over while the policy is suspended',
      { policySuspended: true, now: at('1T12:00:00') },
      'Wait 01T13:00 3 Suspended 01T10:00..01T12:00',
    ],
    ['fires within the deadline', { startingDeadlineSeconds: 60, now: at('1T10:01:00') }, 'Fire 01T10:00'],
    [
      'passes over what is later than the deadline',
      { startingDeadlineSeconds: 60, now: at('1T10:01:01') },
      'Wait 01T11:00 1 Expired 01T10:00',
    ],
    [
      'fires the first slot that is within the deadline',
      { startingDeadlineSeconds: 3600, now: at('1T13:30:00') },
      'Fire 01T13:00 3 Expired 01T10:00..01T12:00',
    ],
    [
      'lets the deadline beat Forbid',
      { startingDeadlineSeconds: 60, now: at('1T10:02:00'), activity: 'Running' },
      'Wait 01T11:00 1 Expired 01T10:00',
    ],
    ['waits for the run before under Forbid', { activity: 'Running' }, 'Hold 01T10:00 Forbid'],
    ['does not under Allow', { activity: 'Running', concurrencyPolicy: 'Allow' }, 'Fire 01T10:00'],
    ['replaces it under Replace', { activity: 'Running', concurrencyPolicy: 'Replace' }, 'Replace 01T10:00'],
    [
      'replaces nothing that it cannot read',
      { activity: 'Unknown', concurrencyPolicy: 'Replace' },
      'Hold 01T10:00 UnknownRun',
    ],
    [
      'replaces nothing that still waits to be let in',
      { activity: 'Parked', concurrencyPolicy: 'Replace' },
      'Hold 01T10:00 ParkedRun',
    ],
    [
      'pins again when the expression has changed',
      { spelled: { cron: '30 * * * *', timezone: 'UTC' }, now: at('1T09:40:00') },
      'Wait 01T10:30',
    ],
    [
      'passes over what was due under the old expression',
      { spelled: { cron: '30 * * * *', timezone: 'UTC' } },
      'Wait 01T10:30 1 Collapsed 01T10:00',
    ],
    [
      'pins again when the jitter has gone',
      {
        memory: O.some(
          pinned(at('1T10:20:00'), { timing: { ...HOURLY, jitter: '30m' }, occurrence: at('1T10:00:00') }),
        ),
        now: at('1T09:59:00'),
      },
      'Wait 01T10:00',
    ],
  ])('%s', (_, given, expected) => {
    expect(told(given)).toBe(expected)
  })

  it('joins slots passed over for one reason without a gap', () => {
    const first = planSlot(facts({ policySuspended: true }))
    const second = planSlot(facts({ policySuspended: true, now: at('1T11:00:00'), memory: O.some(first.memory) }))
    expect(second.memory.skips).toEqual([
      { slot: at('1T10:00:00'), until: at('1T11:00:00'), count: 2, reason: 'Suspended' },
    ])
  })

  it('counts what came while the slot was held by the name of what held it', () => {
    const held = planSlot(facts({ activity: 'Running', now: at('1T12:10:00') })).memory
    expect(afterFiring(held, at('1T10:00:00'), facts({ now: at('1T12:30:00') })).skips).toEqual([
      { slot: at('1T11:00:00'), until: at('1T12:00:00'), count: 2, reason: 'Forbid' },
    ])
  })

  it('passes over the slots of an interval shorter than the jitter', () => {
    const spelled = { cron: '*/10 * * * *', timezone: 'UTC', jitter: '40m' }
    const memory = pinned(at('1T10:25:00'), { timing: spelled, occurrence: at('1T10:00:00') })
    expect(afterFiring(memory, at('1T10:25:00'), facts({ spelled, now: at('1T10:25:00') }))).toMatchObject({
      occurrence: at('1T10:30:00'),
      skips: [{ count: 2, reason: 'Collapsed' }],
    })
  })
})

/** One look at a schedule: time goes on by some minutes, and things may have changed. */
const look = fc.record({
  minutes: fc.integer({ min: 0, max: 200 }),
  suspended: fc.boolean(),
  policySuspended: fc.boolean(),
  activity: fc.constantFrom<SlotFacts['activity']>('None', 'None', 'Running', 'Unknown'),
})

describe('slots over a history of looks', () => {
  const CRONS = ['*/7 * * * *', '0 * * * *', '30 */2 * * *', '*/20 3,4 * * *']

  it('has each slot fire once or be passed over once, in order, and loses none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CRONS),
        fc.constantFrom(undefined, 0, 300, 4000),
        fc.constantFrom<SlotFacts['concurrencyPolicy']>('Forbid', 'Allow', 'Replace'),
        fc.array(look, { minLength: 1, maxLength: 40 }),
        (cron, deadline, concurrencyPolicy, looks) => {
          const spelled = { cron, timezone: 'Europe/Berlin' }
          const start = Date.parse('2026-03-28T20:00:00Z')
          const born = { minutes: 0, suspended: false, policySuspended: false, activity: 'None' as const }
          const seen = [born, ...looks].reduce<Seen>(
            (before, { minutes, ...circumstances }) => {
              const now = before.now + minutes * MINUTE
              const given = facts({
                ...circumstances,
                now,
                spelled,
                createdAt: start,
                concurrencyPolicy,
                memory: before.memory,
                ...(deadline === undefined ? {} : { startingDeadlineSeconds: deadline }),
              })
              const { step, memory } = planSlot(given)
              const after = step._tag === 'Fire' ? afterFiring(memory, step.slot, given) : memory
              const passed = after.skips.reduce((sum, skip) => sum + skip.count, 0)
              return {
                now,
                memory: O.some({ ...after, skips: [] }),
                fired: step._tag === 'Fire' ? [...before.fired, step.slot] : before.fired,
                passed: before.passed + passed,
              }
            },
            { now: start, memory: O.none, fired: [], passed: 0 },
          )
          const { handled = start, next = 0 } = O.isSome(seen.memory) ? seen.memory.value : {}
          const all = occurrences(spelled, start, seen.now + 24 * HOUR)
          expect(seen.fired.every((slot, index) => all.includes(slot) && slot > (seen.fired[index - 1] ?? start))).toBe(
            true,
          )
          expect(seen.fired.length + seen.passed).toBe(all.filter((slot) => slot <= handled).length)
          expect(all.find((slot) => slot > handled)).toBe(next)
        },
      ),
      { numRuns: 120 },
    )
  })
})

interface Seen {
  readonly now: number
  readonly memory: O.Option<SlotMemory>
  readonly fired: ReadonlyArray<number>
  readonly passed: number
}

const occurrences = (spelled: TimingSpec, after: number, until: number): ReadonlyArray<number> => {
  const next = nextSlot(timing(spelled), after)
  return O.isNone(next) || next.value.at > until ? [] : [next.value.at, ...occurrences(spelled, next.value.at, until)]
}
