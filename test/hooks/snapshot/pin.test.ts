import { ask } from './ask-snapshot'
import * as o from './objects'

const pinned = (pin: boolean, status: object = {}) =>
  o.snapshot({ spec: { pin }, status: { ...o.savedStatus, ...status } })
const pinJob = (target: boolean, status: object, report: object = {}) =>
  o.job('data-1-pin', status, { [`${o.K}pin-target`]: String(target), ...report })
const done = (value: boolean, snapshotId = 'k2') => o.outcome({ succeeded: { pin: { snapshotId, pinned: value } } })
const world = { objects: o.cluster() }

describe('a pin', () => {
  it('that is wished for gets a Job', () => {
    const told = ask(pinned(true), { world })
    expect(told.children).toEqual(['create data-1-pin'])
    const [child] = told.decision.children
    expect(JSON.stringify(child?.object)).toContain('\\"pin\\":{\\"snapshotId\\":\\"k1\\"')
    expect(child?.object.metadata).toMatchObject({
      annotations: { [`${o.K}pin-target`]: 'true' },
      labels: { [`${o.K}op`]: 'snapshot-pin' },
    })
  })
  it.each([
    ['is as wished', true, { pinned: true }],
    ['was never there and is not wished for', false, {}],
    ['is taken off already', false, { pinned: false }],
  ])('that %s is nothing to do', (_, pin, status) => {
    const told = ask(pinned(pin, status), { world })
    expect([told.children, told.rounds]).toEqual([[], 0])
  })
  it('that is taken off gets a Job too', () => {
    expect(ask(pinned(false, { pinned: true }), { world }).children).toEqual(['create data-1-pin'])
  })
  it.each([
    ['Running', 'Unknown/PinJobEnding', []],
    ['Succeeded', undefined, ['create data-1-pin']],
  ])('whose Job was deleted gets another when its pod has ended: %s', (phase, condition, children) => {
    const pod = o.pod('x', { status: { phase } }, { 'batch.kubernetes.io/job-name': 'data-1-pin' })
    const told = ask(pinned(true), { world: { objects: [...o.cluster(), pod] } })
    expect([told.condition('Pinned'), told.children]).toEqual([condition, children])
  })
  it('takes over the new id of the snapshot, and only then lets its Job go', () => {
    const job = pinJob(true, o.complete, done(true))
    const first = ask(pinned(true), { world, jobs: [job] })
    expect(first.status).toMatchObject({ pinned: true, snapshot: { kopiaSnapshotID: 'k2' } })
    expect([first.condition('Pinned'), first.children]).toEqual(['True/Pinned', ['keep data-1-pin']])
    const second = ask(o.snapshot({ spec: { pin: true }, status: first.status }), { world, jobs: [job] })
    expect([second.children, second.status]).toEqual([['drop data-1-pin'], first.status])
  })
  it('that failed is said, rests, and is tried again', () => {
    const job = pinJob(true, o.failed('BackoffLimitExceeded'))
    const first = ask(pinned(true), { world, jobs: [job] })
    expect([first.condition('Pinned'), first.children]).toEqual(['False/PinJobFailed', ['keep data-1-pin']])
    const again = o.snapshot({ spec: { pin: true }, status: first.status })
    expect(ask(again, { world, jobs: [job] }).children).toEqual(['drop data-1-pin'])
    expect(ask(again, { world }).children).toEqual([])
    expect(ask(again, { world, now: o.NOW + 120_000 }).children).toEqual(['create data-1-pin'])
  })
  it('while its Job runs is unknown', () => {
    expect(ask(pinned(true), { world, jobs: [pinJob(true, { active: 1 })] }).condition('Pinned')).toBe(
      'Unknown/PinJobRunning',
    )
  })
  it.each([
    ['RepositoryNotReady', [o.repository({}, { phase: 'Failed' })]],
    ['RepositoryReadOnly', [o.repository({ mode: 'ReadOnly' })]],
    ['CredentialsMissing', [o.repository()]],
  ])('waits and says %s', (reason, objects) => {
    const told = ask(pinned(true), { world: { objects } })
    expect([told.condition('Pinned'), told.children, told.status.phase]).toEqual([`Unknown/${reason}`, [], 'Succeeded'])
  })
})
