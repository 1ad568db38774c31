import type { Effect } from '../../../hooks/effect'
import { repositoryLabel } from '../../../hooks/core/names'
import { ask } from './ask-snapshot'
import * as o from './objects'

const adoptionOf = (parent: ReturnType<typeof o.snapshot>, objects = o.cluster()) =>
  ask(parent, { world: { objects } }).decision.effects.find(
    (effect): effect is Extract<Effect, { _tag: 'Adopt' }> => effect._tag === 'Adopt',
  )

describe('a Snapshot made by hand', () => {
  it('becomes one of its policy in one write, with all that its deletion has to know', () => {
    expect(adoptionOf(o.snapshot())).toEqual({
      _tag: 'Adopt',
      ref: { apiVersion: o.API, kind: 'Snapshot', namespace: 'db', name: 'data-1' },
      uid: 'Snapshot-data-1',
      resourceVersion: '7',
      ownerReferences: o.OWNED_BY_POLICY,
      labels: {
        'controller-uid': 'SnapshotPolicy-data',
        [`${o.K}config`]: 'data',
        [`${o.K}repository`]: repositoryLabel({ kind: 'Repository', namespace: 'db', name: 'main' }),
        [`${o.K}state`]: 'active',
      },
      annotations: { [`${o.K}policy-uid`]: 'SnapshotPolicy-data', [`${o.K}on-policy-delete`]: 'Retain' },
    })
  })
  it('keeps its other owners', () => {
    const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'app', uid: 'app' }
    const parent = o.snapshot({ metadata: { ownerReferences: [other] } })
    expect(adoptionOf(parent)?.ownerReferences).toEqual([other, ...o.OWNED_BY_POLICY])
  })
  it('is adopted while it waits, and then says how its policy cascades', () => {
    const policy = o.policy({ deletion: { onPolicyDelete: 'Delete' } })
    expect(adoptionOf(o.snapshot(), [policy])?.annotations[`${o.K}on-policy-delete`]).toBe('Delete')
  })
  it.each([
    ['that has an owner', o.owned(), o.cluster()],
    ['whose policy is not there', o.snapshot(), []],
    ['whose policy is dying', o.snapshot(), [o.policy({}, { deletionTimestamp: '2026-03-01T11:00:00Z' })]],
    ['that was found', o.snapshot({ metadata: { labels: { [`${o.K}origin`]: 'discovered' } } }), o.cluster()],
    ['that was over before', o.snapshot({ metadata: { labels: { [`${o.K}state`]: 'settled' } } }), o.cluster()],
    ['that is over', o.snapshot({ status: o.savedStatus }), o.cluster()],
    [
      'of a policy elsewhere',
      o.snapshot({ spec: { policyRef: { name: 'data', namespace: 'other' } } }),
      [o.policy({}, { namespace: 'other' })],
    ],
  ])('%s is left alone', (_, parent, objects) => {
    expect(adoptionOf(parent, objects)).toBeUndefined()
  })
})
