import { readyTriple, setConditions } from '../../../../hooks/core/conditions'

const monday = Date.parse('2026-01-05T10:00:00Z')
const tuesday = Date.parse('2026-01-06T10:00:00Z')

describe('ready triple', () => {
  it.each([
    ['Ready', ['True', 'False', 'False'], ['Done', 'Settled', 'NotStalled']],
    ['Reconciling', ['False', 'True', 'False'], ['Done', 'Done', 'NotStalled']],
    ['Stalled', ['False', 'False', 'True'], ['Done', 'Settled', 'Done']],
  ] as const)('of %s', (outcome, statuses, reasons) => {
    const triple = readyTriple(outcome, 'Done', 'All is done.')
    expect(triple.map(({ status }) => status)).toEqual(statuses)
    expect(triple.map(({ reason }) => reason)).toEqual(reasons)
    expect(new Set(triple.map(({ message }) => message))).toEqual(new Set(['All is done.']))
  })
})

describe('conditions of a status', () => {
  const first = setConditions(undefined, readyTriple('Reconciling', 'Working', 'Working.'), monday, 1)

  it('stay the same objects when nothing new is said', () => {
    const again = setConditions(first, readyTriple('Reconciling', 'Working', 'Working.'), tuesday, 1)
    expect(again).toEqual(first)
    expect(again[0]).toBe(first[0])
  })
  it('keep the time of their transition when only reason or message move', () => {
    const next = setConditions(first, readyTriple('Reconciling', 'Waiting', 'Waiting.'), tuesday, 2)
    expect(next.map((c) => c.lastTransitionTime)).toEqual(Array(3).fill('2026-01-05T10:00:00Z'))
    expect(next.map((c) => c.observedGeneration)).toEqual([2, 2, 2])
  })
  it('take the time of now when their status moves, each for itself', () => {
    const next = setConditions(first, readyTriple('Ready', 'Done', 'Done.'), tuesday, 1)
    expect(next.map((c) => [c.type, c.lastTransitionTime])).toEqual([
      ['Ready', '2026-01-06T10:00:00Z'],
      ['Reconciling', '2026-01-06T10:00:00Z'],
      ['Stalled', '2026-01-05T10:00:00Z'],
    ])
  })
  it('keep those that are not spoken of and stand in one order', () => {
    const pinned = { type: 'Pinned', status: 'True', reason: 'Pinned', message: '' } as const
    const held = { type: 'DeletionHeld', status: 'False', reason: 'Acknowledged', message: '' } as const
    const oneWay = setConditions(setConditions(first, [pinned], monday, 1), [held], monday, 1)
    const otherWay = setConditions(
      setConditions([], [held, pinned], monday, 1),
      readyTriple('Reconciling', 'Working', 'Working.'),
      monday,
      1,
    )
    expect(oneWay).toEqual(otherWay)
    expect(oneWay.map(({ type }) => type)).toEqual(['Ready', 'Reconciling', 'Stalled', 'DeletionHeld', 'Pinned'])
  })
})
