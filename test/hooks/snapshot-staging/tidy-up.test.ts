import * as o from '../snapshot/objects'
import { around, ask, asking, marks, READY, running, staged, volume, volumeSnapshot } from './objects'

const snapshotKept = 'keep VolumeSnapshot data-1-snap'
const claimKept = 'keep PersistentVolumeClaim data-1-src'
const snapshot = volumeSnapshot({ readyToUse: true })
const bound = staged('Bound', { volumeName: 'pv-2' })
const of = (policy: string, uid = 'PersistentVolumeClaim-data-1-src') =>
  volume('pv-2', { claimRef: { uid }, persistentVolumeReclaimPolicy: policy })
const ended = o.snapshot({ status: o.savedStatus })
const conflict = (code: number) => [
  { effect: { _tag: 'PatchVolume', name: 'pv-2', uid: 'u', resourceVersion: '9' } as const, code, message: '' },
]

describe('of a run that is over', () => {
  it('the claim goes first, and the snapshot once it is gone', () => {
    expect(ask(ended, [bound, snapshot]).children).toEqual(['drop PersistentVolumeClaim data-1-src', snapshotKept])
    expect(ask(ended, [snapshot]).children).toEqual(['drop VolumeSnapshot data-1-snap'])
    expect(ask(ended).children).toEqual([])
  })
  it('nothing goes while a pod may still read it', () => {
    const pod = o.pod('data-1-x', { status: { phase: 'Running' } }, { 'batch.kubernetes.io/job-name': 'data-1' })
    const told = ask(ended, [bound, snapshot], { objects: [pod] })
    expect([told.children, told.resyncAfterSeconds]).toEqual([[claimKept, snapshotKept], 15])
  })
  it('what is going already is left to go', () => {
    const going = { deletionTimestamp: '2026-03-01T12:00:00Z' }
    const told = ask(ended, [staged('Bound', {}, going), snapshot])
    expect(told.children).toEqual([claimKept, snapshotKept])
    expect(ask(ended, [volumeSnapshot({}, going)]).children).toEqual([snapshotKept])
  })
  it('the volume goes along, also of a class that retains', () => {
    expect(ask(ended, [bound], { objects: [of('Retain')] }).effects).toEqual(['PatchVolume'])
    expect(ask(ended, [bound], { objects: [of('Delete')] }).effects).toEqual([])
    expect(ask(ended, [bound], { objects: [of('Retain', 'another')] }).effects).toEqual([])
    const sure = { ...ended, metadata: running({ ...READY, volume: 'pv-2' }).metadata }
    expect(ask(sure, [bound], { objects: [of('Retain')] }).effects).toEqual([])
  })
  describe('no other volume is touched, whatever a call says', () => {
    const told = (live: object, volumes = [of('Retain')], object = ended) =>
      ask(object, [bound], { objects: [staged('Bound', { volumeName: 'pv-2' }, live), ...volumes] }).effects
    it('the claim as it is now was made for this Snapshot, under its name', () => {
      expect(told({})).toEqual(['PatchVolume'])
      expect(told({ annotations: {} })).toEqual([])
      expect(told({ annotations: marks('another') })).toEqual([])
      const elsewhere = staged('Bound', { volumeName: 'pv-3' })
      expect(ask(ended, [bound], { objects: [elsewhere, of('Retain')] }).effects).toEqual([])
    })
    it('not by the owner alone, as a call of anybody may name it', () => {
      const invented = { ...ended, metadata: { ...ended.metadata, name: 'invented', uid: 'Cluster-pg' } }
      const theirs = {
        ownerReferences: [{ apiVersion: 'pg/v1', kind: 'Cluster', name: 'pg', uid: 'Cluster-pg', controller: true }],
        annotations: {},
      }
      expect(told(theirs, [of('Retain')], invented)).toEqual([])
    })
    it('the Snapshot is there now', () => {
      const made = ask(ended, [bound], { objects: [o.snapshot({ metadata: { uid: 'later' } }), bound, of('Retain')] })
      expect(made.effects).toEqual([])
    })
    it('the volume is younger than the Snapshot', () => {
      const old = of('Retain')
      const older = { ...old, metadata: { ...old.metadata, creationTimestamp: '2026-02-28T00:00:00Z' } }
      expect(told({}, [older])).toEqual([])
    })
  })
  it('the claim waits for a volume that somebody else changed, not for another refusal', () => {
    const refused = (code: number) => ask(ended, [bound], { objects: [of('Retain')], refusals: conflict(code) })
    expect([refused(409).children, refused(409).resyncAfterSeconds]).toEqual([[claimKept], 15])
    for (const code of [403, 422]) expect(refused(code).children).toEqual(['drop PersistentVolumeClaim data-1-src'])
  })
  it('what was made is taken away although the run has failed for it', () => {
    expect(ask(o.snapshot({ status: { phase: 'Failed' } }), [snapshot]).children).toEqual([
      'drop VolumeSnapshot data-1-snap',
    ])
  })
})

it('of a Snapshot that is going nothing is dropped here: its own controller does it', () => {
  const going = o.snapshot({ status: { phase: 'Running' }, metadata: { deletionTimestamp: '2026-03-01T12:00:00Z' } })
  const told = ask(going, [bound, snapshot], { objects: [of('Retain')] })
  expect([told.children, told.effects]).toEqual([[claimKept, snapshotKept], []])
})

describe('a stage that was given to its run', () => {
  it('stays, without a word and without a read', () => {
    const told = ask(running({ ...READY, volume: 'pv-2' }), [bound, snapshot])
    expect([told.children, told.told, told.rounds]).toEqual([[claimKept, snapshotKept], undefined, 0])
  })
  it('that gets its volume with its first pod makes that go along as soon as it is there', () => {
    const told = ask(running(), [bound, snapshot], { objects: [of('Retain')] })
    expect([told.answer, told.effects]).toEqual([{ ...READY, volume: 'pv-2' }, ['PatchVolume']])
    const refused = ask(running(), [bound], { objects: [of('Retain')], refusals: conflict(409) })
    expect([refused.told, refused.resyncAfterSeconds]).toEqual([undefined, 5])
  })
  it('is never made again: a lost one is told as lost', () => {
    const lost = ask(running(), [snapshot])
    expect([lost.told, lost.children]).toEqual(['StagedPvcLost', [snapshotKept]])
    expect(lost.answer.failed.stage).toEqual(READY.ready)
    expect(ask(running(), [staged('Lost'), snapshot]).told).toBe('StagedPvcLost')
  })
  it('is not lost because a watch has not shown it yet', () => {
    const told = ask(running(), [snapshot], { objects: [...around(), bound] })
    expect([told.told, told.resyncAfterSeconds]).toEqual([undefined, 2])
  })
  it('fails when its volume does not come in time', () => {
    expect(ask(running(), [staged('Pending')], { seconds: 599 }).told).toBeUndefined()
    expect(ask(running(), [staged('Pending')], { seconds: 600 }).told).toBe('StagedPvcBindTimeout')
  })
  it('is watched before its run has been seen', () => {
    const told = { ...asking(), metadata: running().metadata }
    expect(ask(told, [bound, snapshot]).children).toEqual([claimKept, snapshotKept])
  })
})
