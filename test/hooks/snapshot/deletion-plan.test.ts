import fc from 'fast-check'
import { PrunedBy } from '../../../api/names/annotations'
import { deletionPlan, type DeletionFacts, type DeletionPlan } from '../../../hooks/snapshot/deletion/deletion-plan'

const facts: DeletionFacts = {
  skipCleanup: false,
  deletionPolicy: 'Delete',
  stamp: undefined,
  isPinned: false,
  policy: { state: 'Alive', onDelete: 'Retain' },
  schedule: { state: 'Alive', onDelete: 'Retain' },
  replication: 'Unrecorded',
  namespaceDeletion: undefined,
}
const told = (plan: DeletionPlan): string =>
  plan._tag === 'Delete' ? `Delete/${plan.reason}` : plan._tag === 'Retain' ? `Retain/${plan.because ?? ''}` : plan._tag
const plan = (change: Partial<DeletionFacts>) => told(deletionPlan({ ...facts, ...change }))
const gone = (onDelete: 'Retain' | 'Delete') => ({ state: 'Gone', onDelete }) as const

describe('the plan of a deletion', () => {
  it.each<[string, Partial<DeletionFacts>, readonly [string, string, string]]>([
    ['by a user', {}, ['Delete/External', 'Retain/', 'Orphan']],
    [
      'of a Snapshot without owners',
      { policy: { state: 'Unrecorded', onDelete: 'Retain' }, schedule: { state: 'Unrecorded', onDelete: 'Retain' } },
      ['Delete/External', 'Retain/', 'Orphan'],
    ],
    ['by retention', { stamp: 'retention' }, ['Delete/Retention', 'Retain/', 'Orphan']],
    ['by the failed history', { stamp: 'failed-history' }, ['Delete/FailedHistory', 'Retain/', 'Orphan']],
    [
      'by the retention of copies',
      { stamp: 'replication-retention' },
      ['Delete/ReplicationRetention', 'Retain/', 'Orphan'],
    ],
    ['by a cascade of the policy', { stamp: 'policy-cascade' }, ['Retain/Policy', 'Retain/', 'Orphan']],
    ['by a replacement', { stamp: 'replaced-run' }, ['Retain/', 'Retain/', 'Orphan']],
    ['by retention, pinned since', { stamp: 'retention', isPinned: true }, ['Retain/Pinned', 'Retain/', 'Orphan']],
    ['with its schedule', { schedule: gone('Retain') }, ['Retain/Schedule', 'Retain/', 'Orphan']],
    ['with its schedule that cascades', { schedule: gone('Delete') }, ['Delete/External', 'Retain/', 'Orphan']],
    ['with its policy', { policy: gone('Retain') }, ['Retain/Policy', 'Retain/', 'Orphan']],
    ['with its policy that cascades', { policy: gone('Delete') }, ['Delete/External', 'Retain/', 'Orphan']],
    [
      'with both, the stamp first',
      { stamp: 'retention', schedule: gone('Retain'), policy: gone('Retain') },
      ['Delete/Retention', 'Retain/', 'Orphan'],
    ],
    ['of a copy with its replication', { replication: 'Gone' }, ['Retain/Replication', 'Retain/', 'Orphan']],
    ['with its namespace', { namespaceDeletion: 'Orphan' }, ['Orphan', 'Orphan', 'Orphan']],
    [
      'with its namespace, stamped',
      { namespaceDeletion: 'Orphan', stamp: 'retention' },
      ['Orphan', 'Orphan', 'Orphan'],
    ],
    [
      'with its namespace that deletes, whatever became of its owners',
      { namespaceDeletion: 'Delete', policy: gone('Retain'), schedule: gone('Retain') },
      ['Delete/External', 'Retain/', 'Orphan'],
    ],
    [
      'with its namespace that deletes, in a cascade',
      { namespaceDeletion: 'Delete', stamp: 'policy-cascade' },
      ['Delete/External', 'Retain/', 'Orphan'],
    ],
    [
      'with its namespace that deletes, replaced',
      { namespaceDeletion: 'Delete', stamp: 'replaced-run' },
      ['Retain/', 'Retain/', 'Orphan'],
    ],
    [
      'whose data the user wants to keep',
      { skipCleanup: true, stamp: 'retention', namespaceDeletion: 'Delete' },
      ['Orphan', 'Orphan', 'Orphan'],
    ],
  ])('%s', (_, change, [onDelete, onRetain, onOrphan]) => {
    expect(plan({ ...change, deletionPolicy: 'Delete' })).toBe(onDelete)
    expect(plan({ ...change, deletionPolicy: 'Retain' })).toBe(onRetain)
    expect(plan({ ...change, deletionPolicy: 'Orphan' })).toBe(onOrphan)
  })

  const owner = fc.record({
    state: fc.constantFrom('Alive', 'Gone', 'Unrecorded'),
    onDelete: fc.constantFrom('Retain', 'Delete'),
  })
  const anyFacts: fc.Arbitrary<DeletionFacts> = fc.record({
    skipCleanup: fc.boolean(),
    deletionPolicy: fc.constantFrom('Delete', 'Retain', 'Orphan'),
    stamp: fc.constantFrom(undefined, ...Object.values(PrunedBy)),
    isPinned: fc.boolean(),
    policy: owner,
    schedule: owner,
    replication: fc.constantFrom('Alive', 'Gone', 'Unrecorded'),
    namespaceDeletion: fc.constantFrom(undefined, 'Orphan', 'Delete'),
  }) as fc.Arbitrary<DeletionFacts>

  it('deletes data only with policy Delete, never against the user’s word, a pin, or a Retain cascade', () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        const isDelete = deletionPlan(any)._tag === 'Delete'
        fc.pre(isDelete)
        expect(any.deletionPolicy).toBe('Delete')
        expect(any.skipCleanup).toBe(false)
        expect(any.isPinned && any.stamp !== undefined && any.stamp !== 'policy-cascade').toBe(false)
        if (any.stamp === undefined && any.namespaceDeletion === undefined)
          expect(
            [any.policy, any.schedule].some(({ state, onDelete }) => state === 'Gone' && onDelete === 'Retain'),
          ).toBe(false)
      }),
    )
  })
})
