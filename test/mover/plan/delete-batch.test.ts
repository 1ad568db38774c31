import * as fc from 'fast-check'
import type { DeleteMember } from '../../../api/mover/work-spec'
import { concerns, doomedOf } from '../../../mover/plan/delete-batch'
import { manifestOf } from '../manifests'

const start = '2026-01-01T00:00:00Z'
const anchor = { sourcePath: '/data', username: 'app', hostname: 'shop', startTime: start }
const held = manifestOf({ id: 'a', start, run: 'run-1' })

describe('what a member of a batch means', () => {
  it.each<readonly [string, DeleteMember, ReadonlyArray<string>]>([
    ['its recorded id', { uid: 'm', snapshotId: 'a' }, ['a']],
    ['its recorded id, if it is of its identity', { uid: 'm', snapshotId: 'a', anchor }, ['a']],
    ['nothing of another host', { uid: 'm', snapshotId: 'a', anchor: { ...anchor, hostname: 'other' } }, []],
    ['nothing of another user', { uid: 'm', snapshotId: 'a', anchor: { username: 'other' } }, []],
    ['nothing when the id is gone', { uid: 'm', snapshotId: 'b' }, []],
    ['a new id with the tag of its run', { uid: 'm', snapshotId: 'b', runUid: 'run-1' }, ['a']],
    ['a new id that it describes with its start', { uid: 'm', snapshotId: 'b', anchor }, ['a']],
    ['nothing by a description without a start', { uid: 'm', snapshotId: 'b', anchor: { sourcePath: '/data' } }, []],
    ['by its run, when it has no id', { uid: 'm', runUid: 'run-1' }, ['a']],
    ['nothing without an id, whatever it describes', { uid: 'm', anchor }, []],
    ['nothing for another run', { uid: 'm', runUid: 'run-2' }, []],
    ['nothing when it says nothing', { uid: 'm' }, []],
  ])('is %s', (_what, member, ids) => {
    expect(doomedOf([member], [held])).toEqual([{ uid: 'm', ids }])
  })

  it('is also what another attempt of its run has saved beside the recorded one', () => {
    const twin = manifestOf({ id: 'twin', run: 'run-1' })
    expect(doomedOf([{ uid: 'm', snapshotId: 'a', runUid: 'run-1' }], [twin, held])[0]?.ids).toEqual(['a', 'twin'])
  })

  it('is every snapshot of its run, incomplete ones included', () => {
    const torn = manifestOf({ id: 'torn', run: 'run-1', more: { incomplete: 'canceled' } })
    expect(doomedOf([{ uid: 'm', runUid: 'run-1' }], [held, torn])[0]?.ids).toEqual(['a', 'torn'])
  })

  it('is never an incomplete snapshot by description', () => {
    const torn = manifestOf({ id: 'torn', start, more: { incomplete: 'canceled' } })
    expect(doomedOf([{ uid: 'm', snapshotId: 'gone', anchor }], [torn])[0]?.ids).toEqual([])
  })

  it('is never what another member names by its id', () => {
    const doomed = doomedOf(
      [
        { uid: 'm', snapshotId: 'gone', anchor },
        { uid: 'n', snapshotId: 'a' },
      ],
      [held],
    )
    expect(doomed).toEqual([
      { uid: 'm', ids: [] },
      { uid: 'n', ids: ['a'] },
    ])
  })

  it('is nothing when a description fits two', () => {
    const twin = manifestOf({ id: 'twin', start })
    expect(doomedOf([{ uid: 'm', snapshotId: 'gone', anchor }], [held, twin])[0]?.ids).toEqual([])
  })
})

describe('any batch', () => {
  const member = fc.record(
    {
      uid: fc.uuid(),
      snapshotId: fc.constantFrom('a', 'b', 'c', 'gone'),
      runUid: fc.constantFrom('run-1', 'run-2', 'run-3'),
      anchor: fc.constantFrom(anchor, { sourcePath: '/data' }, {}),
    },
    { requiredKeys: ['uid'] },
  )
  const repository = ['a', 'b', 'c'].map((id, at) =>
    manifestOf({ id, start: `2026-01-0${at + 1}T00:00:00Z`, run: `run-${at + 1}` }),
  )

  it('deletes only what some member names, tags or describes, and sees it through the narrow reading', () => {
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), (members) => {
        const read = repository.filter(concerns(members))
        expect(doomedOf(members, read)).toEqual(doomedOf(members, repository))
        for (const { uid, ids } of doomedOf(members, repository)) {
          const asking = members.filter((one) => one.uid === uid)
          for (const id of ids) {
            const run = repository.find((snapshot) => snapshot.id === id)?.tags?.['tag:kopiur-run']
            const meant = asking.some(
              (one) => one.snapshotId === id || one.runUid === run || (one.anchor === anchor && id === 'a'),
            )
            expect(meant).toBe(true)
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})
