import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { failed, useLab } from './lab'
import { bootstrapOrder, created, fill, saved, snapshotOrder } from './orders'

const lab = useLab()

describe('progress', () => {
  it('is reported while a snapshot is taken, if that takes a while', async () => {
    // 60 MB that do not repeat, through a pipe of 6 MB a second: ten reports have the time to come, one is asked for.
    fill(lab().source, { 'a.bin': 20_000_000, 'bb.bin': 20_000_000, 'ccc.bin': 20_000_000 })
    await created(lab())
    const repository = { throttle: { uploadBytesPerSecond: 6_000_000 } }
    await saved(lab(), 'run-1', {}, { repository, spec: { progressIntervalSeconds: 1 } })
    expect(lab().progress()).toMatchObject({ at: expect.any(String), hashedBytes: expect.any(Number) })
  })

  it('is left out when it is not wanted', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const run = await lab().run(snapshotOrder('run-1'), { spec: { progressIntervalSeconds: 0 } })
    expect(run.calls.at(-1)).toContain('--no-progress')
    expect(() => lab().progress()).toThrow()
  })
})

describe('limits of operations', () => {
  it('are set anew after each connection', async () => {
    await created(lab())
    const throttle = { readOpsPerSecond: 50, writeOpsPerSecond: 40 }
    const run = await lab().run(bootstrapOrder({ scan: false }), { repository: { throttle } })
    expect(run.code).toBe(0)
    expect(run.calls.join('\n')).toContain('throttle set --read-requests-per-second=50 --write-requests-per-second=40')
  })
})

describe('a full disk', () => {
  const onSmallDisk = async (megabytes: number, story: () => Promise<void>) => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', lab().repository])
    try {
      await story()
    } finally {
      execFileSync('umount', [lab().repository])
    }
  }

  // These stories mount a small disk: they need root.

  it('fails a backup, saves nothing, and harms nothing', async () => {
    await onSmallDisk(30, async () => {
      fill(lab().source, { 'a.bin': 1_000_000 })
      await created(lab())
      const { snapshotId } = await saved(lab(), 'run-1')
      fill(lab().source, { 'b.bin': 60_000_000 })
      const run = await lab().run(snapshotOrder('run-2'))
      expect(failed(run)).toMatchObject({ kopiaErrorClass: 'NoSpace', retryRecommended: false })
      expect(run.code).toBe(78)
      expect(Buffer.byteLength(failed(run).stderrTail ?? '')).toBeLessThanOrEqual(4096)
      expect(
        lab()
          .snapshots()
          .map(({ id }) => id),
      ).toEqual([snapshotId])
    })
  })

  it('never makes a repository that looks whole', async () => {
    await onSmallDisk(1, async () => {
      execFileSync('dd', ['if=/dev/zero', `of=${lab().repository}/filler`, 'bs=1k', 'count=1024'], { stdio: 'ignore' })
      const run = await lab().run(bootstrapOrder())
      expect(failed(run).kopiaErrorClass).toBe('NoSpace')
      expect(readdirSync(lab().repository).filter((name) => name === 'kopia.repository.f')).toEqual([])
    })
  })
})
