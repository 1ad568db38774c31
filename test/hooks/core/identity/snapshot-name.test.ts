import * as fc from 'fast-check'
import { baseName, groupName, memberName } from '../../../../hooks/core/identity'
import { shortHash } from '../../../../hooks/core/names'

const slot = Date.parse('2026-08-05T02:00:00Z')
const nas = { kind: 'Repository', namespace: 'db', name: 'nas' } as const

describe('names of Snapshots', () => {
  it('carries schedule and slot in UTC', () => {
    expect(baseName('nightly', undefined, slot)).toBe('nightly-20260805020000')
  })

  it('carries the policy where the schedule selects policies', () => {
    expect(baseName('nightly', 'pg', slot)).toBe('nightly-pg-20260805020000')
  })

  it('stays the base without fan-out', () => {
    expect(memberName('nightly-20260805020000', 'db', {})).toBe('nightly-20260805020000')
  })

  it('adds claim and hash of 9c07500e for db/pgdata', () => {
    expect(memberName('nightly-20260805020000', 'db', { claim: { namespace: 'db', name: 'pgdata' } })).toBe(
      'nightly-20260805020000-pvc-pgdata-9c07500e',
    )
  })

  it('adds the namespace of a foreign claim', () => {
    expect(memberName('n-20260805020000', 'db', { claim: { namespace: 'app', name: 'Data.1' } })).toMatch(
      /^n-20260805020000-pvc-app-data-1-[0-9a-f]{8}$/,
    )
  })

  it('adds the repository, hashed by its key', () => {
    const base = 'nightly-20260805020000'
    expect(memberName(base, 'db', { repository: nas })).toBe(
      `${base}-repo-nas-${shortHash(`${base}\nRepository/db/nas`)}`,
    )
  })

  it('cuts slugs and base, never markers and hash', () => {
    const base = `${'s'.repeat(40)}-20260805020000`
    const claim = { namespace: 'db', name: 'p'.repeat(60) }
    const repository = { ...nas, name: 'r'.repeat(60) }
    expect(memberName(base, 'db', { claim })).toBe(
      `${'s'.repeat(33)}-pvc-${'p'.repeat(16)}-${shortHash(`${base}\ndb/${claim.name}`)}`,
    )
    expect(memberName(base, 'db', { repository })).toBe(
      `${'s'.repeat(32)}-repo-${'r'.repeat(16)}-${shortHash(`${base}\nRepository/db/${repository.name}`)}`,
    )
    expect(memberName(base, 'db', { claim, repository })).toBe(
      `${'s'.repeat(15)}-pvc-${'p'.repeat(14)}-repo-${'r'.repeat(14)}-${shortHash(`${base}\ndb/${claim.name}\nRepository/db/${repository.name}`)}`,
    )
  })

  it('is a valid name of at most 63 characters, the same for the same input and another for another', () => {
    const name = fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,60}[a-z0-9])?$/)
    const member = fc.record(
      {
        claim: fc.record({ namespace: name, name }),
        repository: fc.record({ kind: fc.constant('Repository' as const), namespace: name, name }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(name, name, member, member, (schedule, namespace, one, other) => {
        const base = `${schedule.replaceAll('.', '-').slice(0, 48)}-20260805020000`
        const names = [one, other].map((which) => memberName(base, namespace, which))
        names.forEach((made) => {
          expect(made).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
        })
        expect(names[0] === names[1]).toBe(JSON.stringify(one) === JSON.stringify(other))
      }),
      { numRuns: 500 },
    )
  })

  it('names a group by namespace, source and repository', () => {
    const base = `${'s'.repeat(60)}-20260805020000`
    expect(groupName(base, { namespace: 'db', sourceIndex: 0 })).toBe(`${'s'.repeat(50)}-${shortHash('db#0')}-grp`)
    expect(groupName('n-20260805020000', { namespace: 'db', sourceIndex: 1, repository: nas })).toBe(
      `n-20260805020000-${shortHash('db#1#Repository/db/nas')}-grp`,
    )
  })
})
