import type { SnapshotOperation } from '../../../api/mover/work-spec'
import { manifestOf } from '../manifests'
import { exited, play, scripted } from '../stage'

const order = (more: Partial<SnapshotOperation> = {}) => ({
  snapshot: {
    runUid: 'run-1',
    mountPath: '/data',
    identity: { username: 'app', hostname: 'shop', sourcePath: '/data' },
    tags: {},
    policy: {},
    ...more,
  },
})
const EMPTY = '[\n]'
const list = (...manifests: ReadonlyArray<object>) =>
  `[\n${manifests.map((one) => ` ${JSON.stringify(one)}`).join(',\n')}\n]`
const saved = manifestOf({ id: 'a', run: 'run-1' })

describe('a backup', () => {
  it('is four calls: connect, look and policy, create', async () => {
    const answers = { 'snapshot list': { output: EMPTY }, 'snapshot create': { output: JSON.stringify(saved) } }
    const { calls, code, outcome } = await play(order(), scripted(answers))
    expect(calls.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'repository connect',
      ...['policy import', 'snapshot list'],
      'snapshot create',
    ])
    expect(code).toBe(0)
    expect(outcome).toMatchObject({
      version: 1,
      succeeded: { snapshot: { saved: { snapshotId: 'a', foundByTag: false } } },
    })
  })

  it('is not taken again when its tag is found', async () => {
    const { calls, outcome } = await play(order(), scripted({ 'snapshot list': { output: list(saved) } }))
    expect(calls.some((line) => line.startsWith('snapshot create'))).toBe(false)
    expect(outcome).toMatchObject({ succeeded: { snapshot: { saved: { snapshotId: 'a', foundByTag: true } } } })
  })

  it('is reported when its tag is found, although nothing can be written any more', async () => {
    const full = { end: exited(1), errors: ['no space left on device'] }
    const found = await play(order(), scripted({ 'snapshot list': { output: list(saved) }, 'policy import': full }))
    expect(found.code).toBe(0)
    const missing = await play(order(), scripted({ 'snapshot list': { output: EMPTY }, 'policy import': full }))
    expect(missing.outcome).toMatchObject({ failed: { kopiaErrorClass: 'NoSpace', op: 'policy import' } })
  })

  it('is taken again when only an incomplete snapshot carries its tag', async () => {
    const torn = manifestOf({ id: 'torn', run: 'run-1', more: { incomplete: 'canceled' } })
    const answers = { 'snapshot list': { output: list(torn) }, 'snapshot create': { output: JSON.stringify(saved) } }
    const { outcome } = await play(order(), scripted(answers))
    expect(outcome).toMatchObject({ succeeded: { snapshot: { saved: { snapshotId: 'a' } } } })
  })

  it('is not taken when looking for its tag fails', async () => {
    const answers = { 'snapshot list': { end: exited(1), errors: ['dial tcp: connection refused'] } }
    const { calls, code } = await play(order(), scripted(answers))
    expect(calls.some((line) => line.startsWith('snapshot create'))).toBe(false)
    expect(code).toBe(75)
  })

  it('counts as saved when it was stopped and had nevertheless become complete', async () => {
    const create = { output: JSON.stringify(saved), stops: true }
    const { code, outcome } = await play(
      order(),
      scripted({ 'snapshot list': { output: EMPTY }, 'snapshot create': create }),
    )
    expect(code).toBe(0)
    expect(outcome).toMatchObject({ succeeded: { snapshot: { saved: { snapshotId: 'a' } } } })
  })

  it('is cancelled when it was stopped and is incomplete', async () => {
    const torn = { ...saved, incomplete: 'canceled' }
    const create = { output: JSON.stringify(torn), stops: true }
    const { code, outcome } = await play(
      order(),
      scripted({ 'snapshot list': { output: EMPTY }, 'snapshot create': create }),
    )
    expect(code).toBe(143)
    expect(outcome).toMatchObject({ failed: { kopiaErrorClass: 'Cancelled' } })
  })

  it('starts nothing more once it was asked to stop', async () => {
    const { code, calls } = await play(order(), scripted({ 'repository connect': { stops: true } }))
    expect(calls).toHaveLength(1)
    expect(code).toBe(143)
  })

  it.each([
    ['flush error: storage is read-only', 'ReadOnly', 78],
    ['flush error: no space left on device', 'NoSpace', 78],
    ['flush error: connection reset by peer', 'RepositoryUnavailable', 75],
  ])(
    'that printed an id and then %s is looked up, and fails when it is not there',
    async (error, expected, exitCode) => {
      const create = { end: exited(1), output: JSON.stringify(saved), errors: [error] }
      const { code, outcome, calls } = await play(
        order(),
        scripted({ 'snapshot list': { output: EMPTY }, 'snapshot create': create }),
      )
      expect(calls.at(-1)).toContain('snapshot list --json --tags=kopiur-run:run-1')
      expect(outcome).toMatchObject({ failed: { kopiaErrorClass: expected, exitCode: 1, op: 'snapshot create' } })
      expect(code).toBe(exitCode)
    },
  )

  it('that failed after it was saved counts as saved', async () => {
    let looks = 0
    const { outcome } = await play(order(), (line) => {
      if (line.startsWith('snapshot list')) return { output: (looks += 1) === 1 ? EMPTY : list(saved) }
      return line.startsWith('snapshot create') ? { end: exited(1), errors: ['unable to run maintenance'] } : {}
    })
    expect(outcome).toMatchObject({ succeeded: { snapshot: { saved: { snapshotId: 'a', foundByTag: false } } } })
  })

  it.each([
    ['may not be missing', { numFailed: 1 }],
    ['may be missing', { numFailed: 0, numIgnoredErrors: 1 }],
  ])('of files that the repository did not take fails for its reason, where files %s', async (_where, counts) => {
    const error =
      'unable to write content chunk 0 of FILE:x: unable to write pack: write /repository/p1: no space left on device'
    const rootEntry = { summ: { size: 1, files: 2, ...counts, errors: [{ path: 'x', error }] } }
    const create = { output: JSON.stringify({ ...saved, rootEntry }) }
    const { outcome } = await play(order(), scripted({ 'snapshot list': { output: EMPTY }, 'snapshot create': create }))
    expect(outcome).toMatchObject({ failed: { kopiaErrorClass: 'NoSpace', op: 'snapshot create' } })
  })

  it('fails for the reason of the repository when only kopia’s log names it: a manifest lists few of the files it lacks', async () => {
    const errors = [
      'Ignored error when processing "x": unable to write pack: write /repository/p1: no space left on device',
    ]
    const rootEntry = { summ: { size: 1, files: 2, numFailed: 0, numIgnoredErrors: 99, errors: [] } }
    const create = { output: JSON.stringify({ ...saved, rootEntry }), errors }
    const { outcome } = await play(order(), scripted({ 'snapshot list': { output: EMPTY }, 'snapshot create': create }))
    expect(outcome).toMatchObject({ failed: { kopiaErrorClass: 'NoSpace', op: 'snapshot create' } })
  })

  it('that printed nothing is unchanged only on kopia’s own word', async () => {
    const answer = (errors: ReadonlyArray<string>) =>
      play(order(), scripted({ 'snapshot list': { output: EMPTY }, 'snapshot create': { errors } }))
    const said = await answer(['Not saving snapshot because no files have been changed since previous snapshot'])
    expect(said.outcome).toMatchObject({ succeeded: { snapshot: { unchanged: {} } } })
    const silent = await answer([])
    expect(silent.outcome).toMatchObject({ failed: { kopiaErrorClass: 'Unknown' } })
  })

  it('that printed something else fails as a mismatch', async () => {
    const answers = { 'snapshot list': { output: EMPTY }, 'snapshot create': { output: '{"id":7}' } }
    expect((await play(order(), scripted(answers))).outcome).toMatchObject({ failed: { kopiaErrorClass: 'Usage' } })
  })

  it('that kopia did not finish in time is told so, and tried again', async () => {
    const answers = { 'snapshot list': { output: EMPTY }, 'snapshot create': { end: { _tag: 'TimedOut' as const } } }
    const { code, outcome } = await play(order(), scripted(answers))
    expect(outcome).toMatchObject({ failed: { kopiaErrorClass: 'Timeout', retryRecommended: true } })
    expect(code).toBe(75)
  })

  it('passes progress on, at most once an interval', async () => {
    const line = (percent: number) =>
      ` / 1 hashing, 1 hashed (59.1 MB), 0 cached (0 B), uploaded 25.2 MB, estimated 240 MB (${percent}%) 7s left`
    const create = { output: JSON.stringify(saved), errors: Array.from({ length: 100 }, (_, at) => line(at)) }
    const { progress } = await play(
      order(),
      scripted({ 'snapshot list': { output: EMPTY }, 'snapshot create': create }),
      { spec: { progressIntervalSeconds: 10 } },
    )
    expect(progress.length).toBeGreaterThan(0)
    expect(progress.length).toBeLessThanOrEqual(11)
    expect(progress[0]).toMatchObject({ uploadedBytes: 25_200_000, at: expect.stringMatching(/Z$/) })
  })
})
