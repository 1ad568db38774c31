import * as E from 'fp-ts/Either'
import * as fc from 'fast-check'
import type { Restore } from '../../../api/kinds/restore'
import { ownTurn } from '../../../hooks/restore/target/own-turn'

type Phase = 'Pending' | 'Resolving' | 'Restoring'

interface Runner {
  readonly phase: Phase
  /** It was told to start; its Job is not seen yet. */
  readonly started: boolean
  /** What its last call decided, on its way to the API server. */
  readonly answer?: 'wait' | 'take' | 'start'
}

const restoreOf = (index: number, { phase }: Runner): Restore => ({
  apiVersion: 'kopiur.home-operations.com/v1alpha1',
  kind: 'Restore',
  metadata: {
    name: `r${index}`,
    namespace: 'apps',
    uid: `uid-${index}`,
    creationTimestamp: `2026-08-05T10:00:0${index % 2}Z`,
  },
  spec: { source: { snapshotRef: { name: 's' } }, target: { pvcRef: { name: 'data' } } },
  status: { phase },
})

const call = (runners: ReadonlyArray<Runner>, index: number): NonNullable<Runner['answer']> => {
  const all = runners.map((runner, at) => restoreOf(at, runner))
  const own = all[index]
  if (own === undefined) throw new Error('no such runner')
  const turn = ownTurn(
    own,
    'data',
    all.filter((_, at) => at !== index),
  )
  return E.isRight(turn) ? 'start' : turn.left._tag === 'TakeTurn' ? 'take' : 'wait'
}

const applied = (runner: Runner): Runner => {
  const { answer, ...rest } = runner
  if (answer === undefined) return runner.started ? { ...rest, phase: 'Restoring' } : rest
  switch (answer) {
    case 'wait':
      return { ...rest, phase: 'Pending' }
    case 'take':
      return { ...rest, phase: 'Resolving' }
    case 'start':
      return { ...rest, phase: 'Resolving', started: true }
  }
}

/** One runner is called, or what came of its last call arrives: its answer, or the sight of its Job. */
const step = (runners: ReadonlyArray<Runner>, index: number): ReadonlyArray<Runner> =>
  runners.map((runner, at) => {
    if (at !== index) return runner
    return runner.answer !== undefined || runner.started ? applied(runner) : { ...runner, answer: call(runners, at) }
  })

const begun = (runners: ReadonlyArray<Runner>): number => runners.filter(({ started }) => started).length

const someRunners = fc.array(
  fc.record({ phase: fc.constantFrom<Phase>('Pending', 'Resolving'), started: fc.constant(false) }),
  { minLength: 2, maxLength: 4 },
)

test('however their calls fall, no two Restores into one claim start, and one does', () => {
  fc.assert(
    fc.property(someRunners, fc.array(fc.nat({ max: 3 }), { maxLength: 60 }), (first, calls) => {
      const runners = calls.reduce(step, first as ReadonlyArray<Runner>)
      expect(begun(runners)).toBeLessThanOrEqual(1)
      const inTurn = Array.from({ length: 12 }, () => [0, 1, 2, 3]).flat()
      expect(begun(inTurn.reduce(step, runners))).toBe(1)
    }),
    { numRuns: 5_000 },
  )
})
