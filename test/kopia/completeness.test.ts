import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kopiaBinary } from './bundle'
import { failed, type Lab, succeeded, useLab } from './lab'
import { created, fill, noise, restoreOrder, saved, select, snapshotOf, snapshotOrder } from './orders'

const lab = useLab()

/** Somebody who may not read everything; root may. */
const NOBODY = 65534

const asNobody = (place: Lab) => {
  if (process.getuid?.() !== 0) return {}
  const kopia = join(place.make('bin'), 'kopia')
  copyFileSync(kopiaBinary(), kopia)
  chmodSync(kopia, 0o755)
  return { uid: NOBODY, kopia }
}

describe('an exit code tells little', () => {
  it('takes an unknown flag for a mismatch of mover and kopia, and does not try again', async () => {
    await created(lab())
    const run = await lab().run(snapshotOrder('run-1', { extraArgs: ['--no-such-flag'] }))
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'Usage', op: 'snapshot create', exitCode: 1 })
    expect(run.code).toBe(78)
  })

  it('refuses extra arguments that would undo its own', async () => {
    await created(lab())
    const run = await lab().run(snapshotOrder('run-1', { extraArgs: ['--override-source', 'x@y:/z'] }))
    expect(failed(run).kopiaErrorClass).toBe('Usage')
    expect(run.calls).toEqual([])
  })
})

describe('exit code 0 is not yet a complete snapshot', () => {
  it('fails a run that reached its upload limit', async () => {
    fill(lab().source, { 'a.bin': 60_000_000, 'b.bin': 50_000_000 })
    await created(lab())
    const run = await lab().run(snapshotOrder('run-1', { uploadLimitMb: 1 }))
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'IncompleteSnapshot', retryRecommended: false })
    expect(
      lab()
        .snapshots()
        .map(({ incomplete }) => incomplete),
    ).toEqual(['limit reached'])
  })

  it('says Cancelled when it was stopped, exits 143, and the next attempt goes on', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      writeFileSync(join(lab().source, name), noise(60_000_000, name.charCodeAt(0)))
    await created(lab())
    const slow = { throttle: { uploadBytesPerSecond: 20_000_000 } }
    const run = await lab().run(snapshotOrder('run-1'), {
      repository: slow,
      during: (mover) =>
        mover.stdout?.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('Snapshotting')) setTimeout(() => mover.kill('SIGTERM'), 300)
        }),
    })
    expect(failed(run).kopiaErrorClass).toBe('Cancelled')
    expect(run.code).toBe(143)
    expect(
      lab()
        .snapshots()
        .map(({ incomplete }) => incomplete),
    ).toEqual(['canceled'])
    const next = await saved(lab(), 'run-1')
    expect(next.foundByTag).toBe(false)
    // Nothing incomplete is left behind a complete snapshot.
    expect(
      lab()
        .snapshots()
        .map(({ id }) => id),
    ).toEqual([next.snapshotId])
  })

  it('counts a run that was stopped after its data was complete as saved, once', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const run = await lab().run(snapshotOrder('run-1'), {
      during: (mover) =>
        mover.stdout?.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('kopia snapshot create","end"')) mover.kill('SIGTERM')
        }),
    })
    expect(snapshotOf(run).snapshotId).toBe(lab().snapshots()[0]?.id)
    expect(run.code).toBe(0)
  })
})

describe('exit code 1 does not tell whether a snapshot was saved', () => {
  it('fails a run that could not read a file although kopia saved the rest, and never saves it twice', async () => {
    fill(lab().source, { 'good.txt': 'good', 'bad.txt': 'bad' })
    const nobody = asNobody(lab())
    await created(lab(), nobody)
    chmodSync(join(lab().source, 'bad.txt'), 0)
    const run = await lab().run(snapshotOrder('run-1'), nobody)
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'PartialSnapshot', retryRecommended: false })
    expect(failed(run).stderrTail).toContain('bad.txt')
    expect(run.code).toBe(78)
    const again = await lab().run(snapshotOrder('run-1'), nobody)
    expect(failed(again).kopiaErrorClass).toBe('PartialSnapshot')
    expect(lab().snapshots()).toHaveLength(1)
  })

  it('never restores what a failed run left behind while an older whole snapshot is there', async () => {
    fill(lab().source, { 'good.txt': 'good', 'bad.txt': 'bad' })
    const nobody = asNobody(lab())
    await created(lab(), nobody)
    const whole = await saved(lab(), 'run-1', {}, nobody)
    chmodSync(join(lab().source, 'bad.txt'), 0)
    expect(failed(await lab().run(snapshotOrder('run-2'), nobody)).kopiaErrorClass).toBe('PartialSnapshot')
    expect(lab().snapshots()).toHaveLength(2)
    expect(succeeded(await lab().run(restoreOrder(select()), nobody))).toMatchObject({
      restore: { restored: { snapshotId: whole.snapshotId, files: 2 } },
    })
  })

  it('tells how many files are missing when the policy allows file errors', async () => {
    fill(lab().source, { 'good.txt': 'good', 'bad.txt': 'bad' })
    const nobody = asNobody(lab())
    await created(lab(), nobody)
    chmodSync(join(lab().source, 'bad.txt'), 0)
    const result = await saved(lab(), 'run-1', { policy: { ignoreFileErrors: true } }, nobody)
    expect(result.stats.filesFailed).toBe(1)
  })

  it('fails a source that cannot be read at all, and saves nothing', async () => {
    const locked = join(lab().source, 'locked')
    mkdirSync(locked)
    const nobody = asNobody(lab())
    await created(lab(), nobody)
    chmodSync(locked, 0)
    const run = await lab().run(snapshotOrder('run-1', { mountPath: '/source/locked' }), nobody)
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'PermissionDenied', retryRecommended: false })
    chmodSync(locked, 0o755)
    expect(lab().snapshots()).toEqual([])
  })

  it('fails a source that is not there', async () => {
    await created(lab())
    const run = await lab().run(snapshotOrder('run-1', { mountPath: '/source/gone' }))
    expect(failed(run).kopiaErrorClass).toBe('SourceError')
    expect(lab().snapshots()).toEqual([])
  })

  it('does not believe the id that kopia prints before its flush fails', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    await saved(lab(), 'run-1')
    // Writing the policy would fail before; the order of things is what this test has to get around.
    const kopia = join(lab().make('bin'), 'kopia')
    writeFileSync(kopia, `#!/bin/sh\n[ "$1 $2" = 'policy import' ] || exec '${kopiaBinary()}' "$@"\n`, { mode: 0o755 })
    const run = await lab().run(snapshotOrder('run-2'), { repository: { readOnly: true }, kopia })
    expect(run.calls.some((call) => call.startsWith('kopia snapshot create'))).toBe(true)
    expect(failed(run).kopiaErrorClass).toBe('ReadOnly')
    expect(lab().snapshots()).toHaveLength(1)
  })
})

describe('what a run counts', () => {
  it('counts the files of a first and a second snapshot, and the bytes that were uploaded', async () => {
    fill(lab().source, { 'a.bin': 1_000_000, 'dir/b.bin': 500_000 })
    await created(lab())
    const first = await saved(lab(), 'run-1')
    expect(first.stats).toMatchObject({ sizeBytes: 1_500_000, filesNew: 2, filesUnchanged: 0 })
    expect(first.stats.bytesNew).toBeGreaterThan(1_500_000)
    expect(first.stats.bytesNew).toBeLessThan(1_600_000)
    fill(lab().source, { 'c.txt': 'new' })
    const second = await saved(lab(), 'run-2')
    expect(second.stats).toMatchObject({ sizeBytes: 1_500_003, filesModified: 1, filesUnchanged: 2 })
    expect(second.stats.bytesNew).toBeLessThan(20_000)
  })

  it('says unchanged when nothing changed and identical snapshots are to be left out', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const policy = { ignoreIdenticalSnapshots: true }
    await saved(lab(), 'run-1', { policy })
    const run = await lab().run(snapshotOrder('run-2', { policy }))
    expect(succeeded(run)).toMatchObject({ snapshot: { unchanged: {} } })
    expect(lab().snapshots()).toHaveLength(1)
  })

  it('reports what an earlier attempt of the same run has saved, and saves nothing more', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const first = await saved(lab(), 'run-1')
    const second = await saved(lab(), 'run-1')
    expect(second).toMatchObject({ snapshotId: first.snapshotId, foundByTag: true, startTime: first.startTime })
    expect(lab().snapshots()).toHaveLength(1)
  })
})
