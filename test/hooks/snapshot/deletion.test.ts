import type { ObjectMeta } from '../../../api/kubernetes/object'
import { ask } from './ask-snapshot'
import * as o from './objects'

const DELETED = { [`${o.K}repository-verdict`]: 'deleted:job-uid' }
const DYING = '2026-03-01T11:59:30Z'
const dying = (parts: { spec?: object; status?: object; metadata?: Partial<ObjectMeta> } = {}) =>
  o.snapshot({
    status: o.savedStatus,
    ...parts,
    metadata: {
      deletionTimestamp: DYING,
      finalizers: ['metacontroller.io/compositecontroller-kopiur-snapshot'],
      labels: { [`${o.K}schedule`]: 'nightly' },
      ...parts.metadata,
      annotations: {
        [`${o.K}policy-uid`]: 'SnapshotPolicy-data',
        [`${o.K}schedule-uid`]: 'SnapshotSchedule-nightly',
        ...parts.metadata?.annotations,
      },
    },
  })
const SELF = 'get kopiur.home-operations.com/v1alpha1 Snapshot db data-1'
const all = [...o.cluster(), o.schedule()]
const without = (kind: string) => all.filter((object) => object.kind !== kind)
const annotated = (annotations: { [key: string]: string }) => dying({ metadata: { annotations } })
const finalize = (parent = dying(), objects: ReadonlyArray<ReturnType<typeof o.snapshot>> = all, more: object = {}) =>
  ask(parent, { world: { objects }, finalizing: true, ...more })

describe('a Snapshot that is deleted', () => {
  it('waits for the repository to delete its data, and says why', () => {
    const told = finalize()
    expect([told.decision.finalized, told.status.phase]).toEqual([false, 'Deleting'])
    expect(told.condition('DeletionPlanned')).toBe('True/External')
    const again = finalize(dying({ status: told.status }))
    expect(again.decision).toEqual(told.decision)
  })
  it('goes when the repository says that the data is gone', () => {
    const { status } = finalize()
    const told = finalize(dying({ status, metadata: { annotations: DELETED } }))
    expect([told.decision.finalized, told.effects]).toEqual([true, []])
    expect([...told.reads.keys()]).toEqual([SELF])
  })
  it('does not plan again what has just been planned, but looks again after a while', () => {
    const { status } = finalize()
    expect([...finalize(dying({ status }), []).reads.keys()]).toEqual([])
    expect([...finalize(dying({ status }), all, { now: o.NOW + 30_000 }).reads.keys()]).toContain(
      'get kopiur.home-operations.com/v1alpha1 Repository db main',
    )
    const edited = dying({ status, spec: { deletionPolicy: 'Retain' }, metadata: { generation: 7 } })
    expect(finalize(edited).decision.finalized).toBe(true)
    const skip = dying({ status, metadata: { annotations: { [`${o.K}skip-snapshot-cleanup`]: '' } } })
    expect(finalize(skip).decision.finalized).toBe(true)
  })
  it('does not go by a word that was there before anybody was asked, and takes it off', () => {
    const told = finalize(annotated(DELETED))
    expect([told.decision.finalized, told.condition('DeletionPlanned')]).toEqual([false, 'True/External'])
    expect(told.decision.effects).toMatchObject([
      { _tag: 'Annotate', annotations: { [`${o.K}repository-verdict`]: null } },
    ])
  })
  it('does not go by the word of a slot', () => {
    expect(finalize(annotated({ [`${o.K}repository-verdict`]: 'slot-granted' })).decision.finalized).toBe(false)
  })
  it('is held with the others of a wave, and told the way out', () => {
    const held = finalize(annotated({ [`${o.K}repository-verdict`]: 'held' }))
    expect([held.decision.finalized, held.condition('DeletionHeld')]).toEqual([false, 'True/MassDeletionBreaker'])
    expect(held.effects).toEqual(['Warning SnapshotDeletionHeld AcknowledgeMassDeletion'])
    expect(held.status.conditions?.find(({ type }) => type === 'DeletionHeld')?.message).toContain(
      `kubectl -n db annotate repository main --overwrite ${o.K}allow-mass-deletion=${DYING}`,
    )
    expect(finalize(dying({ status: held.status })).condition('DeletionHeld')).toBe('False/Acknowledged')
  })

  it.each<[string, ReturnType<typeof finalize>, ReadonlyArray<string>]>([
    [
      'its policy is gone',
      finalize(dying(), without('SnapshotPolicy')),
      ['Warning SnapshotRetainedOnPolicyDelete EnablePolicyCascade'],
    ],
    [
      'its policy is another one of that name',
      finalize(dying(), [...without('SnapshotPolicy'), o.policy({}, { uid: 'new' })]),
      ['Warning SnapshotRetainedOnPolicyDelete EnablePolicyCascade'],
    ],
    [
      'its policy is dying',
      finalize(dying(), [...without('SnapshotPolicy'), o.policy({}, { deletionTimestamp: DYING })]),
      ['Warning SnapshotRetainedOnPolicyDelete EnablePolicyCascade'],
    ],
    [
      'its schedule is gone',
      finalize(dying(), without('SnapshotSchedule')),
      ['Warning SnapshotRetainedOnScheduleDelete EnableScheduleCascade'],
    ],
    ['its repository is gone', finalize(dying(), without('Repository')), ['Normal SnapshotOrphaned KeepData']],
    [
      'its namespace is going',
      finalize(dying(), [...without('Namespace'), o.namespace({ deletionTimestamp: DYING })]),
      ['Normal SnapshotOrphaned KeepData'],
    ],
    [
      'the user says so',
      finalize(annotated({ [`${o.K}skip-snapshot-cleanup`]: '' })),
      ['Normal SnapshotOrphaned KeepData'],
    ],
    ['its policy is Retain', finalize(dying({ spec: { deletionPolicy: 'Retain' } })), []],
    [
      'its policy is Orphan',
      finalize(dying({ spec: { deletionPolicy: 'Orphan' } })),
      ['Normal SnapshotOrphaned KeepData'],
    ],
    [
      'it was only found',
      finalize(dying({ spec: { deletionPolicy: 'Delete' }, status: { ...o.savedStatus, origin: 'discovered' } })),
      [],
    ],
    ['its origin is unknown', finalize(dying({ status: { ...o.savedStatus, origin: 'martian' } })), []],
    ['nothing was ever saved', finalize(dying({ status: { phase: 'Pending' } })), []],
    ['nothing had changed', finalize(dying({ status: { phase: 'Unchanged', job: { name: 'data-1' } } })), []],
    [
      'it never got into the repository',
      finalize(
        dying({
          status: {
            phase: 'Failed',
            job: { name: 'data-1' },
            failure: { kopiaErrorClass: 'AuthFailure', message: '', retryRecommended: false, op: 'repository connect' },
          },
        }),
      ),
      [],
    ],
  ])('goes and leaves the data when %s', (_, told, effects) => {
    expect([told.decision.finalized, told.effects]).toEqual([true, effects])
  })

  it.each<[string, ReturnType<typeof finalize>, string]>([
    [
      'its policy cascades',
      finalize(annotated({ [`${o.K}on-policy-delete`]: 'Delete' }), without('SnapshotPolicy')),
      'True/External',
    ],
    [
      'its schedule cascades',
      finalize(dying({ spec: { onScheduleDelete: 'Delete' } }), without('SnapshotSchedule')),
      'True/External',
    ],
    ['retention chose it', finalize(annotated({ [`${o.K}pruned-by`]: 'retention' })), 'True/Retention'],
    [
      'its end is not known',
      finalize(
        dying({
          status: {
            phase: 'Failed',
            job: { name: 'data-1' },
            resolved: o.savedStatus.resolved,
            failure: { kopiaErrorClass: 'Killed', message: '', retryRecommended: true },
          },
        }),
      ),
      'True/External',
    ],
    [
      'it was cut off while it ran',
      finalize(dying({ status: { phase: 'Running', job: { name: 'data-1' }, resolved: o.savedStatus.resolved } })),
      'True/External',
    ],
    [
      'nobody ever owned it',
      finalize(o.snapshot({ status: o.savedStatus, metadata: { deletionTimestamp: DYING } })),
      'True/External',
    ],
  ])('has its data deleted when %s', (_, told, condition) => {
    expect([told.decision.finalized, told.condition('DeletionPlanned')]).toEqual([false, condition])
  })

  it('stays when it cannot be known whether its owners live', () => {
    const told = ask(dying(), { finalizing: true, world: { objects: all, forbidden: ['SnapshotPolicy'] } })
    expect([told.decision.finalized, told.condition('DeletionPlanned')]).toEqual([false, 'Unknown/OwnerUnreadable'])
  })
  it('stays when it cannot be known whether its namespace is going, and says what to do', () => {
    const told = ask(dying(), { finalizing: true, world: { objects: all, forbidden: ['Namespace'] } })
    expect([told.decision.finalized, told.condition('DeletionPlanned')]).toEqual([false, 'Unknown/OwnerUnreadable'])
    const message = told.status.conditions?.find(({ type }) => type === 'DeletionPlanned')?.message
    expect(message).toContain('Namespace db may not be read')
    expect(message).toContain(`kubectl annotate snapshot data-1 -n db ${o.K}skip-snapshot-cleanup=true`)
  })
  it.each<[string, Parameters<typeof dying>[0]]>([
    ['the user says so', { metadata: { annotations: { [`${o.K}skip-snapshot-cleanup`]: 'true' } } }],
    ['it is to be kept', { spec: { deletionPolicy: 'Retain' } }],
    ['it is to be left behind', { spec: { deletionPolicy: 'Orphan' } }],
  ])('goes and leaves the data when %s, although nothing around it may be read', (_, parts) => {
    const forbidden = ['Namespace', 'SnapshotPolicy', 'SnapshotSchedule', 'Repository']
    const { status } = ask(dying(), { finalizing: true, world: { objects: all, forbidden } })
    const told = ask(dying({ status, ...parts }), { finalizing: true, world: { objects: all, forbidden } })
    expect(told.decision.finalized).toBe(true)
  })
  it('keeps its plan when its owners go afterwards, but hears the user', () => {
    const planned = finalize().status
    expect(finalize(dying({ status: planned }), without('SnapshotPolicy')).decision.finalized).toBe(false)
    const skipped = dying({ status: planned, metadata: { annotations: { [`${o.K}skip-snapshot-cleanup`]: 'yes' } } })
    expect(finalize(skipped, without('SnapshotPolicy')).decision.finalized).toBe(true)
  })
  it.each<[string, string, object, string]>([
    ['Delete', 'Retain', {}, 'Warning SnapshotRetainedOnPolicyDelete EnablePolicyCascade'],
    ['Delete', 'nothing', { deletion: undefined }, 'Warning SnapshotRetainedOnPolicyDelete EnablePolicyCascade'],
    ['Retain', 'Delete', {}, 'Warning SnapshotRetainedOnPolicyDelete EnablePolicyCascade'],
    ['Delete', 'Delete', {}, 'True/External'],
  ])('whose record says %s goes with a policy that says %s', (recorded, said, spec, what) => {
    const going = { deletionTimestamp: DYING, finalizers: ['foregroundDeletion'] }
    const parent = o.policy({ deletion: { onPolicyDelete: said }, ...spec }, going)
    const told = finalize(annotated({ [`${o.K}on-policy-delete`]: recorded }), [...without('SnapshotPolicy'), parent])
    expect([...told.effects, ...(told.decision.finalized === true ? [] : [told.condition('DeletionPlanned')])]).toEqual(
      [what],
    )
  })
  it('goes by its record where a namesake of its policy says otherwise, and keeps its data where the policy cannot be understood', () => {
    const parent = annotated({ [`${o.K}on-policy-delete`]: 'Delete' })
    const namesake = o.policy({ deletion: { onPolicyDelete: 'Retain' } }, { uid: 'new' })
    expect(finalize(parent, [...without('SnapshotPolicy'), namesake]).condition('DeletionPlanned')).toBe(
      'True/External',
    )
    const odd = { ...o.policy({}, { deletionTimestamp: DYING }), spec: { deletion: 'Delete' } }
    expect(finalize(parent, [...without('SnapshotPolicy'), odd]).effects).toEqual([
      'Warning SnapshotRetainedOnPolicyDelete EnablePolicyCascade',
    ])
  })
  it('keeps its data when it is pinned after the plan of retention', () => {
    const metadata = { annotations: { [`${o.K}pruned-by`]: 'retention' } }
    const { status } = finalize(dying({ metadata }))
    const pinned = finalize(dying({ status, spec: { pin: true }, metadata: { ...metadata, generation: 2 } }))
    expect([pinned.decision.finalized, pinned.effects]).toEqual([true, ['Warning SnapshotRetainedByPin KeepData']])
  })
  it('finds its owners by their references where nothing else is recorded', () => {
    const owned = o.snapshot({
      status: o.savedStatus,
      metadata: {
        deletionTimestamp: DYING,
        ownerReferences: [{ apiVersion: o.API, kind: 'SnapshotPolicy', name: 'data', uid: 'old', controller: true }],
      },
    })
    expect(finalize(owned).effects).toEqual(['Warning SnapshotRetainedOnPolicyDelete EnablePolicyCascade'])
  })
})

describe('the Jobs of a Snapshot that is deleted', () => {
  const running = { phase: 'Running', job: { name: 'data-1', attempts: 1 }, resolved: o.savedStatus.resolved }

  it('are ended first, all of them', () => {
    const told = finalize(dying({ status: running }), all, { jobs: [o.job(), o.job('data-1-pin')] })
    expect([told.decision.finalized, told.children]).toEqual([false, ['drop data-1', 'drop data-1-pin']])
  })
  it('are written down before they go, when nobody had', () => {
    const told = finalize(dying({ status: { phase: 'Pending' } }), all, { jobs: [o.job()] })
    expect(told.status).toMatchObject({ phase: 'Running', job: { name: 'data-1' } })
  })
  it('that had saved are heard out', () => {
    const told = finalize(dying({ status: running }), all, { jobs: [o.job('data-1', o.complete, o.saved())] })
    expect([told.decision.finalized, told.children, told.status.snapshot?.kopiaSnapshotID]).toEqual([
      false,
      ['keep data-1'],
      'k1',
    ])
    expect(
      finalize(dying({ status: told.status }), all, { jobs: [o.job('data-1', o.complete, o.saved())] }).children,
    ).toEqual(['drop data-1'])
  })
  it('are waited for while they are there or their pod still ends, but not for ever', () => {
    const parent = dying({ status: running })
    const pod = o.pod('x', { status: { phase: 'Running' } }, { 'batch.kubernetes.io/job-name': 'data-1' })
    expect(finalize(parent, [...all, o.job()]).status.phase).toBe('Running')
    expect(finalize(parent, [...all, pod]).status.phase).toBe('Running')
    expect(finalize(parent, [...all, pod], { now: o.NOW + 700_000 }).status.phase).toBe('Deleting')
  })
  it('that may just have been made are looked for', () => {
    const asked = ask(o.snapshot(), { world: { objects: o.cluster() } }).status
    expect(finalize(dying({ status: asked }), [...all, o.job()]).decision.finalized).toBe(false)
    expect(finalize(dying({ status: asked })).decision.finalized).toBe(true)
  })
  it('are left to the garbage collector while it is at work', () => {
    const parent = dying({ status: running, metadata: { finalizers: ['foregroundDeletion', 'metacontroller.io/x'] } })
    const told = finalize(parent, all, { jobs: [o.job()] })
    expect([told.decision.finalized, told.children, told.rounds]).toEqual([false, ['keep data-1'], 1])
  })
})

describe('finalizers of this API that others put on it', () => {
  const finalizers = [`${o.K}snapshot-cleanup`, 'metacontroller.io/x', 'foreign.io/y']
  it('are taken off by the same verdict, then it goes', () => {
    const told = finalize(dying({ metadata: { finalizers }, spec: { deletionPolicy: 'Retain' } }))
    expect(told.decision.finalized).toBe(false)
    expect(told.decision.effects).toEqual([
      {
        _tag: 'RemoveFinalizers',
        ref: { apiVersion: o.API, kind: 'Snapshot', namespace: 'db', name: 'data-1' },
        uid: 'Snapshot-data-1',
        resourceVersion: '7',
        finalizers: [`${o.K}snapshot-cleanup`],
      },
    ])
  })
  it('stay as long as the data is to be deleted', () => {
    expect(finalize(dying({ metadata: { finalizers } })).effects).toEqual([])
  })
  it('are taken off as well where ours is gone, and nothing runs', () => {
    const told = ask(dying({ status: {}, metadata: { finalizers: [`${o.K}snapshot-cleanup`] } }), {
      world: { objects: all },
    })
    expect([told.effects, told.children]).toEqual([['RemoveFinalizers'], []])
  })
})

it('a living Snapshot that this controller no longer selects is let go', () => {
  expect(ask(o.snapshot({ status: o.savedStatus }), { finalizing: true }).decision.finalized).toBe(true)
})
