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
