import { useLab } from './lab'
import { created, fill, saved, snapshotOrder } from './orders'

const lab = useLab()

describe('identity', () => {
  it('is the one of the work order, never that of the machine', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    await saved(lab(), 'run-1', { description: 'before the upgrade' })
    expect(lab().snapshots()).toMatchObject([
      {
        source: { userName: 'app', host: 'shop', path: '/data' },
        description: 'before the upgrade',
        tags: { 'tag:kopiur': 'config:nightly', 'tag:kopiur-run': 'run-1' },
      },
    ])
    expect(JSON.parse(lab().kopia('maintenance', 'info', '--json')).owner).toBe('kopiur-client@lab')
  })

  it('and what a user writes may begin with a dash', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    await saved(lab(), 'run-1', {
      identity: { username: '-app', hostname: '-shop', sourcePath: '/-data' },
      tags: { '-key': '-value' },
      description: '--json=false',
    })
    expect(lab().snapshots()).toMatchObject([
      {
        source: { userName: '-app', host: '-shop', path: '/-data' },
        description: '--json=false',
        tags: { 'tag:-key': '-value', 'tag:kopiur-run': 'run-1' },
      },
    ])
  })

  it('finds the previous snapshot by it, wherever the data is mounted', async () => {
    fill(lab().source, { 'a.bin': 3_000_000 })
    await created(lab())
    await saved(lab(), 'run-1')
    const second = await saved(lab(), 'run-2')
    expect(second.stats).toMatchObject({ filesUnchanged: 1, filesModified: 0 })
  })
})

describe('retention of kopia', () => {
  it('deletes nothing, though a policy of the repository would', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const keepOne = [
      '--keep-latest',
      '1',
      ...['hourly', 'daily', 'weekly', 'monthly', 'annual'].flatMap((of) => [`--keep-${of}`, '0']),
    ]
    lab().kopia('policy', 'set', '--global', ...keepOne)
    lab().kopia('policy', 'set', 'app@shop:/data', ...keepOne)
    for (const run of ['run-1', 'run-2', 'run-3']) await saved(lab(), run)
    expect(lab().snapshots()).toHaveLength(3)
  })

  it('is switched off for the source by a policy that is written whole before each snapshot', async () => {
    fill(lab().source, { 'a.txt': 'a', 'b.tmp': 'b', 'movie.mp4': 'c' })
    await created(lab())
    const policy = {
      compressor: 'zstd-fastest',
      neverCompress: ['*.mp4', '.jpg'],
      ignoreRules: ['*.tmp'],
      ignoreCacheDirs: false,
      ignoreFileErrors: false,
      ignoreDirErrors: false,
      ignoreUnknownTypes: true,
      maxParallelFileReads: 4,
    }
    await saved(lab(), 'run-1', { policy })
    const stored = JSON.parse(lab().kopia('policy', 'export'))['app@shop:/data']
    expect(stored).toMatchObject({
      retention: { keepLatest: 0, keepHourly: 0, keepDaily: 0, keepWeekly: 0, keepMonthly: 0, keepAnnual: 0 },
      files: { ignore: ['*.tmp'], noParentIgnore: true, ignoreCacheDirs: false },
      compression: { compressorName: 'zstd-fastest', neverCompress: ['.mp4', '.jpg'] },
      upload: { maxParallelFileReads: 4 },
    })
    expect(lab().snapshots()[0]?.rootEntry?.summ?.files).toBe(2)
    await saved(lab(), 'run-2', { policy: { ignoreRules: [] } })
    expect(lab().snapshots().at(-1)?.rootEntry?.summ?.files).toBe(3)
  })

  it('is written again when somebody has changed it', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    await saved(lab(), 'run-1')
    lab().kopia('policy', 'set', 'app@shop:/data', '--keep-latest', '1')
    await saved(lab(), 'run-2')
    await saved(lab(), 'run-3')
    expect(lab().snapshots()).toHaveLength(3)
  })
})

describe('maintenance of kopia', () => {
  it('is never run by a backup, although this client owns it', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const run = await lab().run(snapshotOrder('run-1'))
    expect(run.calls.every((call) => call.includes('--no-auto-maintenance'))).toBe(true)
    expect(JSON.parse(lab().kopia('maintenance', 'info', '--json')).schedule.runs).toBeNull()
  })
})
