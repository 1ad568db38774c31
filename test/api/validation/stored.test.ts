import { kinds, type KindName } from '../../../api/kinds'
import { storedProblems, validate } from '../../../api/validation'
import { object, type Fields } from './object'

const both = (kind: KindName, spec: Fields, more: Fields = {}) => {
  const it = object(kind, spec, more)
  return { admission: validate(kind)(it).errors.length, stored: storedProblems(kind)(it).length }
}

describe('what is stored', () => {
  const policyRef = { name: 'nightly' }

  it.each<[string, KindName, Fields]>([
    ['a long jitter', 'SnapshotSchedule', { policyRef, schedule: { cron: '0 3 * * *', jitter: '25h' } }],
    [
      'a negative deadline',
      'SnapshotSchedule',
      { policyRef, schedule: { cron: '0 3 * * *', startingDeadlineSeconds: -1 } },
    ],
    ['unfit tags', 'Snapshot', { policyRef, tags: { 'a:b': 'c' } }],
    [
      'a quick verification without a schedule',
      'SnapshotPolicy',
      { repository: { name: 'a' }, sources: [{ pvc: { name: 'b' } }], verification: { quick: {} } },
    ],
  ])('keeps working with %s, which is refused at admission', (_, kind, spec) => {
    expect(both(kind, spec)).toEqual({ admission: 1, stored: 0 })
  })

  it.each<[string, KindName, Fields]>([
    ['a cron that cannot be read', 'SnapshotSchedule', { policyRef, schedule: { cron: 'x' } }],
    [
      'a retention that keeps nothing',
      'SnapshotPolicy',
      { repository: { name: 'a' }, sources: [{ pvc: { name: 'b' } }], retention: {} },
    ],
    [
      'a source without a repository',
      'Restore',
      { source: { identity: { username: 'a', hostname: 'b' } }, target: { populator: {} } },
    ],
  ])('is refused with %s', (_, kind, spec) => {
    expect(both(kind, spec)).toEqual({ admission: 1, stored: 1 })
  })

  it.each(Object.keys(kinds) as ReadonlyArray<KindName>)('says what it misses when a %s has another shape', (kind) => {
    expect(storedProblems(kind)(object(kind, { suspend: 'yes', pin: 1, schedule: 5 })).length).toBeGreaterThan(0)
  })
})

describe('a change that leaves the spec alone', () => {
  const unfit = { policyRef: { name: 'nightly' }, schedule: { cron: '*/5 * * * *', jitter: '25h' } }
  const labelled = { metadata: { labels: { team: 'a' } } }

  it('is held to nothing that was wrong before, and warned of nothing', () => {
    const verdict = validate('SnapshotSchedule')(
      object('SnapshotSchedule', unfit, labelled),
      object('SnapshotSchedule', unfit),
    )
    expect(verdict).toEqual({ errors: [], warnings: [] })
  })

  it('is held to what it makes wrong', () => {
    const maintenance = (annotations: Fields) =>
      object(
        'Maintenance',
        {
          repository: { name: 'main' },
          ownership: { owner: '' },
          schedule: { quick: { cron: 'H * * * *' }, full: { cron: 'H 3 * * *' } },
        },
        { metadata: { annotations } },
      )
    const asked = { 'kopiur.home-operations.com/run-requested': 'now' }
    expect(validate('Maintenance')(maintenance(asked), maintenance({})).errors).toEqual([
      {
        field: 'metadata.annotations["kopiur.home-operations.com/run-requested"]',
        message: expect.stringContaining('RFC3339'),
      },
    ])
  })

  it('is held to all of it once the spec changes', () => {
    const changed = { ...unfit, schedule: { ...unfit.schedule, suspend: true } }
    const verdict = validate('SnapshotSchedule')(object('SnapshotSchedule', changed), object('SnapshotSchedule', unfit))
    expect(verdict.errors).toEqual([{ field: 'spec.schedule.jitter', message: 'must be at most 24h, not 25h' }])
  })
})
