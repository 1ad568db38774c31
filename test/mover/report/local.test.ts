import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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
