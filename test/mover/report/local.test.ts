import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localReporter } from '../../../mover/report/local'

describe('a report into a folder', () => {
  it('replaces the last one whole and leaves nothing else behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kopiur-report-'))
    try {
      const reporter = localReporter(folder)
      await reporter.progress({ at: '2026-01-01T00:00:00Z', hashedBytes: 1 })
      await reporter.progress({ at: '2026-01-01T00:00:01Z', hashedBytes: 2 })
      const times = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-01T00:00:02Z' }
      await reporter.outcome({ version: 1, ...times, succeeded: { restore: { noSnapshot: {} } } })
      expect(readdirSync(folder).sort()).toEqual(['outcome.json', 'progress.json'])
      expect(JSON.parse(readFileSync(join(folder, 'progress.json'), 'utf8'))).toMatchObject({ hashedBytes: 2 })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the report of an earlier attempt', () => {
  const choice = {
    snapshotId: 'k1',
    identity: { username: 'app', hostname: 'shop' },
    startTime: '2026-01-01T00:00:00Z',
  }
  const attempts = (root: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const folder = join(root, String(index + 1), 'report')
      mkdirSync(folder, { recursive: true })
      return folder
    })

  it('is that of the last one before this that chose', async () => {
    const root = mkdtempSync(join(tmpdir(), 'kopiur-attempts-'))
    try {
      const [first = '', second = '', third = ''] = attempts(root, 3)
      await localReporter(first).progress({ at: '2026-01-01T00:00:00Z', chosen: choice })
      await localReporter(second).progress({ at: '2026-01-01T00:01:00Z', percent: 1 })
      expect((await localReporter(third).earlier())?.chosen).toEqual(choice)
      expect(await localReporter(first).earlier()).toBeUndefined()
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
