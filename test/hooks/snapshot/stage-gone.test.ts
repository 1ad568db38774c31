import type { KubeObject } from '../../../api/kubernetes/object'
import { ask } from './ask-snapshot'
import * as o from './objects'

const DYING = {
  deletionTimestamp: '2026-03-01T11:59:00Z',
  finalizers: ['metacontroller.io/compositecontroller-kopiur-snapshot'],
}
const ASKED = { [`${o.K}staged`]: '{}' }
const marks = (uid = 'Snapshot-data-1') => ({
  annotations: { [`${o.K}staged-for`]: uid, [`${o.K}staged-from`]: 'pgdata' },
})
const claim = (metadata: object = marks(), spec: object = {}) =>
  o.other('PersistentVolumeClaim', 'v1')('data-1-src', { spec }, metadata)
const taken = (metadata: object = marks()) =>
  o.other('VolumeSnapshot', 'snapshot.storage.k8s.io/v1')('data-1-snap', {}, metadata)
const volume = (): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'pv-2', uid: 'pv', resourceVersion: '3', creationTimestamp: '2026-03-01T11:30:00Z' },
  spec: { claimRef: { uid: 'PersistentVolumeClaim-data-1-src' }, persistentVolumeReclaimPolicy: 'Retain' },
})

const deleting = (objects: ReadonlyArray<KubeObject>, annotations: object = ASKED) => {
  const parent = o.snapshot({ status: { phase: 'Pending' }, metadata: { ...DYING, annotations: { ...annotations } } })
  const told = ask(parent, { world: { objects: [...o.cluster(), ...objects] }, finalizing: true })
  return { effects: told.effects, finalized: told.decision.finalized, again: told.decision.resyncAfterSeconds }
}

describe('a Snapshot that is deleted while it has a stage', () => {
  it('takes claim and volume snapshot away before it goes', () => {
    const told = deleting([claim(), taken()])
    expect(told).toEqual({ effects: ['DeleteClaim', 'DeleteVolumeSnapshot'], finalized: false, again: 1 })
    expect(deleting([])).toMatchObject({ finalized: true })
  })
  it('does not wait for what is going', () => {
    const going = { ...marks(), deletionTimestamp: '2026-03-01T11:59:30Z' }
    expect(deleting([claim(going), taken(going)])).toMatchObject({ finalized: true })
  })
  it('lets the volume of a class that retains go along', () => {
    const bound = claim(marks(), { volumeName: 'pv-2' })
    expect(deleting([bound, taken(), volume()]).effects).toEqual(['PatchVolume', 'DeleteVolumeSnapshot'])
  })
  it('touches nothing that was not made for it', () => {
    for (const other of [marks('another'), { annotations: {} }])
      expect(deleting([claim(other), taken(other)])).toMatchObject({ finalized: true })
  })
  it('reads nothing when it never had one', () => {
    expect(deleting([claim(), taken()], {})).toMatchObject({ finalized: true })
  })
  it('is held up by a refusal for ten minutes, and by none of its own absence', () => {
    const refusals = [
      {
        effect: {
          _tag: 'DeleteClaim',
          ref: { apiVersion: 'v1', kind: 'X', name: 'x' },
          uid: 'u',
          resourceVersion: '1',
        },
        code: 403,
        message: 'no',
      } as const,
    ]
    const told = (deletionTimestamp: string, refused: typeof refusals | []) => {
      const parent = o.snapshot({
        status: { phase: 'Pending' },
        metadata: { ...DYING, deletionTimestamp, annotations: ASKED },
      })
      return ask(parent, { world: { objects: [claim(), taken()] }, finalizing: true, refusals: refused })
    }
    const [soon, late] = ['2026-03-01T11:59:00Z', '2026-03-01T11:49:00Z']
    expect([told(soon, refusals).decision.finalized, told(soon, refusals).effects]).toEqual([false, []])
    expect(told(late, refusals).decision.finalized).toBe(true)
    expect(told(late, []).effects).toEqual(['DeleteClaim', 'DeleteVolumeSnapshot'])
  })
})
