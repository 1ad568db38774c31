import { exited, play, scripted } from './stage'
import { MoverEnv } from '../../api/mover/work-spec'

const order = { pin: { snapshotId: 'a', anchor: {}, pinned: true } }
const nothing = () => undefined

describe('a work order that cannot be read', () => {
  it.each([
    ['is missing', ''],
    ['is no JSON', '{'],
    ['is of another version', JSON.stringify({ version: 2 })],
    ['is too long', JSON.stringify({ version: 1, padding: 'x'.repeat(102_400) })],
  ])('%s: reported, not tried again, and kopia is not called', async (_what, text) => {
    const { code, outcome, calls } = await play(order, nothing, { env: { [MoverEnv.workSpec]: text } })
    expect(outcome).toMatchObject({ failed: { kopiaErrorClass: 'BadWorkSpec', retryRecommended: false } })
    expect({ code, calls }).toEqual({ code: 78, calls: [] })
  })

  it('has a map of paths that is none', async () => {
    const { outcome } = await play(order, nothing, { env: { [MoverEnv.pathMap]: '{"/repo":7}' } })
    expect(outcome).toMatchObject({ failed: { kopiaErrorClass: 'BadWorkSpec' } })
  })
})

describe('a report', () => {
  it('that cannot be delivered makes a success be tried again', async () => {
    const snapshot = { bootstrap: { createAllowed: false, scan: false } }
    const answers = scripted({
      'repository status': { output: JSON.stringify({ uniqueIDHex: 'ab', contentFormat: {} }) },
      'maintenance info': { output: JSON.stringify({ owner: 'a@b', schedule: {} }) },
    })
    expect((await play(snapshot, answers)).code).toBe(0)
    expect((await play(snapshot, answers, { reportFails: true })).code).toBe(75)
  })

  it('is the same for the same failure, but for its times', async () => {
    const answers = scripted({ 'repository connect': { end: exited(1), errors: ['x.tmp.0a1b: access denied'] } })
    const again = scripted({ 'repository connect': { end: exited(1), errors: ['x.tmp.ffff: access denied'] } })
    const [one, two] = [await play(order, answers), await play(order, again)]
    expect(one.outcome).toEqual(two.outcome)
  })
})

describe('waiting for a snapshot', () => {
  it('looks again every 15 seconds until its time is over', async () => {
    const waitUntil = '2026-01-01T00:01:00Z'
    const resolve = { username: 'a', hostname: 'b', offset: 0, onMissing: 'Continue' as const, waitUntil }
    const restore = { restore: { source: { resolve }, targetPath: '/restore', options: {} } }
    const { outcome, slept } = await play(restore, scripted({ 'snapshot list': { output: '[\n]' } }))
    expect(outcome).toMatchObject({ succeeded: { restore: { noSnapshot: {} } } })
    expect(slept.length).toBeGreaterThan(1)
    expect(Math.max(...slept)).toBeLessThanOrEqual(15_000)
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(60_000)
  })
})
