import type { DeleteMember } from '../../api/mover/work-spec'
import { type Lab, succeeded, useLab } from './lab'
import { created, fill, IDENTITY, saved, snapshotOrder } from './orders'

const lab = useLab()

const remove = async (place: Lab, ...members: ReadonlyArray<DeleteMember>) => {
  const run = await place.run({ deleteBatch: { members: [...members] } })
  const result = succeeded(run)
  if (!('deleteBatch' in result)) throw new Error('no batch')
  return { ...result.deleteBatch, calls: run.calls }
}

const ids = () =>
  lab()
    .snapshots()
    .map(({ id }) => id)
const GONE = 'a'.repeat(32)

describe('a batch of deletions', () => {
  it('deletes its members and nothing else, in one call', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const runs = [await saved(lab(), 'run-1'), await saved(lab(), 'run-2'), await saved(lab(), 'run-3')]
    const [first, second, third] = runs.map(({ snapshotId }) => snapshotId)
    const { deleted, alreadyGone, calls } = await remove(
      lab(),
      { uid: 'one', snapshotId: first ?? '' },
      { uid: 'gone', snapshotId: GONE },
      { uid: 'three', snapshotId: third ?? '' },
    )
    expect({ deleted, alreadyGone }).toEqual({ deleted: ['one', 'three'], alreadyGone: ['gone'] })
    expect(ids()).toEqual([second])
    expect(calls.filter((call) => call.startsWith('kopia snapshot delete'))).toHaveLength(1)
  })

  it('never names an id that is not there, for kopia would take it for the content of other snapshots', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    await saved(lab(), 'run-1')
    const root = lab().snapshots()[0]?.rootEntry?.obj ?? ''
    const { alreadyGone } = await remove(lab(), { uid: 'one', snapshotId: root })
    expect(alreadyGone).toEqual(['one'])
    expect(ids()).toHaveLength(1)
  })

  it('is a success the second time', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const { snapshotId } = await saved(lab(), 'run-1')
    await remove(lab(), { uid: 'one', snapshotId })
    expect(await remove(lab(), { uid: 'one', snapshotId })).toMatchObject({ deleted: [], alreadyGone: ['one'] })
  })

  it('finds a snapshot under its new id only by a description with a start', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const { snapshotId, startTime } = await saved(lab(), 'run-1')
    lab().kopia('snapshot', 'pin', snapshotId, '--add', 'auditor')
    expect(await remove(lab(), { uid: 'one', snapshotId, anchor: IDENTITY })).toMatchObject({ alreadyGone: ['one'] })
    expect(ids()).toHaveLength(1)
    const described = { uid: 'one', snapshotId, anchor: { ...IDENTITY, startTime } }
    expect(await remove(lab(), described)).toMatchObject({ deleted: ['one'] })
    expect(ids()).toEqual([])
  })

  it('finds what a cancelled run has left by its tag, incomplete snapshots included', async () => {
    fill(lab().source, { 'a.bin': 60_000_000, 'b.bin': 50_000_000 })
    await created(lab())
    const limited = await lab().run(snapshotOrder('run-1', { uploadLimitMb: 1 }))
    expect(limited.code).toBe(78)
    await saved(lab(), 'run-2', { identity: { ...IDENTITY, sourcePath: '/other' } })
    const { deleted } = await remove(lab(), { uid: 'one', runUid: 'run-1' }, { uid: 'never', runUid: 'run-9' })
    expect(deleted).toEqual(['one'])
    expect(
      lab()
        .snapshots()
        .map(({ tags }) => tags?.['tag:kopiur-run']),
    ).toEqual(['run-2'])
  })

  it('deletes pinned snapshots too: who may delete is decided elsewhere', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const { snapshotId, startTime } = await saved(lab(), 'run-1')
    const anchor = { ...IDENTITY, startTime }
    await lab().run({ pin: { snapshotId, anchor, pinned: true } })
    expect(await remove(lab(), { uid: 'one', snapshotId, anchor })).toMatchObject({ deleted: ['one'] })
    expect(ids()).toEqual([])
  })

  it('takes many at once', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    for (let run = 0; run < 12; run += 1)
      lab().kopia('snapshot', 'create', lab().source, '--override-source', `app@shop:/data/${run}`)
    const members = ids().map((snapshotId) => ({ uid: snapshotId, snapshotId }))
    expect((await remove(lab(), ...members)).deleted).toHaveLength(12)
    expect(ids()).toEqual([])
  })
})
