import type { Operation } from '../../../api/mover/work-spec'
import { manifestOf } from '../manifests'
import { play, scripted } from '../stage'

const order: Operation = {
  restore: {
    source: { resolve: { username: 'app', hostname: 'shop', sourcePath: '/data', offset: 0, onMissing: 'Fail' } },
    targetPath: '/restore',
    options: {},
  },
}
const older = manifestOf({ id: 'older', start: '2026-01-01T00:00:00Z' })
const newer = manifestOf({ id: 'newer', start: '2026-01-02T00:00:00Z' })
const both = { 'snapshot list': { output: `[\n ${JSON.stringify(older)},\n ${JSON.stringify(newer)}\n]` } }
const restored = (calls: ReadonlyArray<string>) => calls.filter((line) => line.startsWith('snapshot restore'))

describe('a restore that chooses its snapshot itself', () => {
  it('tells its choice before it writes', async () => {
    const { progress, calls } = await play(order, scripted(both))
    expect(progress[0]?.chosen).toEqual({
      snapshotId: 'newer',
      identity: { username: 'app', hostname: 'shop', sourcePath: '/data' },
      startTime: '2026-01-02T00:00:00Z',
    })
    expect(restored(calls)[0]).toContain('newer')
  })

  it('goes on with what an earlier attempt chose, whatever is newer now', async () => {
    const earlier = {
      at: '2026-01-01T00:01:00Z',
      chosen: {
        snapshotId: 'older',
        identity: { username: 'app', hostname: 'shop', sourcePath: '/data' },
        startTime: older.startTime,
      },
    }
    const { calls } = await play(order, scripted(both), { earlier })
    expect(restored(calls)[0]).toContain('older')
  })

  it('finds the earlier choice again under a new id', async () => {
    const earlier = {
      at: '2026-01-01T00:01:00Z',
      chosen: {
        snapshotId: 'before-the-pin',
        identity: { username: 'app', hostname: 'shop', sourcePath: '/data' },
        startTime: older.startTime,
      },
    }
    const { calls } = await play(order, scripted(both), { earlier })
    expect(restored(calls)[0]).toContain('older')
  })

  it('writes nothing when its choice cannot be told, and is tried again', async () => {
    const { calls, code } = await play(order, scripted(both), { progressFails: true })
    expect(restored(calls)).toEqual([])
    expect(code).toBe(75)
  })
})
