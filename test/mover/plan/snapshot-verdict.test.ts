import { ofRun, savedFacts, verdictOf } from '../../../mover/plan/snapshot-verdict'
import { refusedExtraArg } from '../../../mover/plan/extra-args'
import { manifestOf } from '../manifests'

describe('what a manifest says of its run', () => {
  it('is saved when complete and whole', () => {
    expect(verdictOf(manifestOf({ id: 'a' }))._tag).toBe('Saved')
  })

  it.each(['canceled', 'limit reached', 'checkpoint'])('is not saved when %s', (incomplete) => {
    expect(verdictOf(manifestOf({ id: 'a', more: { incomplete } }))).toEqual({
      _tag: 'NotSaved',
      why: 'IncompleteSnapshot',
    })
  })

  it('is partial when files failed, and names them', () => {
    const summ = { size: 1, files: 1, numFailed: 2, errors: [{ path: 'x', error: 'denied' }, { path: 'y' }] }
    const verdict = verdictOf(manifestOf({ id: 'a', more: { rootEntry: { summ } } }))
    expect(verdict).toMatchObject({ _tag: 'Partial', unread: ['x: denied', 'y: unreadable'] })
  })

  it('is about the newest complete snapshot of the run', () => {
    const first = manifestOf({ id: 'a', start: '2026-01-01T00:00:00Z' })
    const last = manifestOf({ id: 'b', start: '2026-01-02T00:00:00Z' })
    const torn = manifestOf({ id: 'c', start: '2026-01-03T00:00:00Z', more: { incomplete: 'canceled' } })
    expect(ofRun([first, last, torn])?.id).toBe('b')
    expect(ofRun([torn])).toBeUndefined()
  })
})

describe('the facts of a saved snapshot', () => {
  it('count all files as new when there was nothing to compare with', () => {
    const first = manifestOf({ id: 'a', more: { stats: { cachedFiles: 0, nonCachedFiles: 5 } } })
    expect(savedFacts(first, false, 42).stats).toEqual({ sizeBytes: 100, bytesNew: 42, filesNew: 5, filesUnchanged: 0 })
  })

  it('count files read anew as modified otherwise, and ignored errors as failed', () => {
    const summ = { size: 7, files: 3, numFailed: 0, numIgnoredErrors: 2 }
    const facts = savedFacts(
      manifestOf({ id: 'a', more: { rootEntry: { summ }, description: 'why' } }),
      true,
      undefined,
    )
    expect(facts.stats).toEqual({ sizeBytes: 7, filesModified: 1, filesUnchanged: 1, filesFailed: 2 })
    expect(facts).toMatchObject({
      snapshotId: 'a',
      identity: { username: 'app', hostname: 'shop', sourcePath: '/data' },
      foundByTag: true,
      description: 'why',
    })
  })
})

describe('extra arguments', () => {
  it.each([
    [[], undefined],
    [['--parallel', '4'], undefined],
    [['--parallel=4', '--log-dir-detail=5'], undefined],
    [['--override-source=a@b:/c'], '--override-source=a@b:/c'],
    [['--tags', 'kopiur-run:x'], '--tags'],
    [['--no-json'], '--no-json'],
    [['/etc'], '/etc'],
    [['--parallel=4', '/etc'], '/etc'],
    [['-p', 'x'], '-p'],
  ])('%j', (extra, refused) => {
    expect(refusedExtraArg(extra)).toBe(refused)
  })
})
