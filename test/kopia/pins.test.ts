import { failed, type Lab, succeeded, useLab } from './lab'
import { created, fill, IDENTITY, restoreOrder, saved } from './orders'

const lab = useLab()

const anchorOf = ({ startTime }: { readonly startTime: string }) => ({ ...IDENTITY, startTime })

const pin = async (place: Lab, snapshotId: string, startTime: string, pinned: boolean) => {
  const result = succeeded(await place.run({ pin: { snapshotId, anchor: anchorOf({ startTime }), pinned } }))
  if (!('pin' in result)) throw new Error('no pin')
  return result.pin
}

describe('a pin', () => {
  it('gives the snapshot a new id, which is reported; the old one is gone', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const { snapshotId, startTime } = await saved(lab(), 'run-1')
    await saved(lab(), 'run-2')
    const pinned = await pin(lab(), snapshotId, startTime, true)
    expect(pinned.snapshotId).not.toBe(snapshotId)
    expect(
      lab()
        .snapshots()
        .map(({ id, pins }) => [id, pins ?? []]),
    ).toContainEqual([pinned.snapshotId, ['kopiur']])
    expect(
      lab()
        .snapshots()
        .map(({ id }) => id),
    ).not.toContain(snapshotId)
  })

  it('is set once: asked again, by the old id or the new one, nothing changes', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const { snapshotId, startTime } = await saved(lab(), 'run-1')
    const first = await pin(lab(), snapshotId, startTime, true)
    expect(await pin(lab(), snapshotId, startTime, true)).toEqual(first)
    expect(await pin(lab(), first.snapshotId, startTime, true)).toEqual(first)
  })

  it('is taken off without touching the pins of other people', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const { snapshotId, startTime } = await saved(lab(), 'run-1')
    lab().kopia('snapshot', 'pin', snapshotId, '--add', 'auditor')
    const pinned = await pin(lab(), snapshotId, startTime, true)
    const unpinned = await pin(lab(), pinned.snapshotId, startTime, false)
    expect(lab().snapshots()).toMatchObject([{ id: unpinned.snapshotId, pins: ['auditor'] }])
  })

  it('fails for a snapshot that is not there', async () => {
    await created(lab())
    const run = await lab().run({ pin: { snapshotId: 'a'.repeat(32), anchor: {}, pinned: true } })
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'SnapshotNotFound', retryRecommended: false })
  })

  it('leaves the recorded id stale, and a restore finds the snapshot by its anchor', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const { snapshotId, startTime } = await saved(lab(), 'run-1')
    fill(lab().source, { 'a.txt': 'later' })
    await saved(lab(), 'run-2')
    const { snapshotId: current } = await pin(lab(), snapshotId, startTime, true)
    const stale = await lab().run(restoreOrder({ snapshotId }))
    expect(failed(stale).kopiaErrorClass).toBe('SnapshotNotFound')
    const healed = succeeded(await lab().run(restoreOrder({ snapshotId }, { anchor: anchorOf({ startTime }) })))
    expect(healed).toMatchObject({ restore: { restored: { snapshotId: current } } })
  })

  it('is not guessed where a description fits two snapshots', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    await saved(lab(), 'run-1')
    await saved(lab(), 'run-2')
    const run = await lab().run(restoreOrder({ snapshotId: 'a'.repeat(32) }, { anchor: IDENTITY }))
    expect(failed(run).kopiaErrorClass).toBe('SnapshotNotFound')
  })
})
