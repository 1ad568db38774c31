import * as E from 'fp-ts/Either'
import { API_VERSION } from '../../../api/names/group'
import { callMemory, expectedCallers, SILENCE_MS } from '../../../hooks/shell/silence'
import { controller, decision } from './fixtures'

const START = Date.parse('2026-03-01T00:00:00Z')
const snapshot = { controller: 'snapshot', apiVersion: API_VERSION, kind: 'Snapshot' }
const labels = { ...snapshot, controller: 'labels' }

test('who has not been heard of for 45 minutes is overdue, from the start for those one expects', () => {
  const memory = callMemory([snapshot], START)
  memory.heard(labels, START + 60_000)
  expect(memory.overdue(START + SILENCE_MS)).toEqual([])
  expect(memory.overdue(START + SILENCE_MS + 1)).toEqual([snapshot])
  expect(memory.overdue(START + SILENCE_MS + 60_001)).toEqual([snapshot, labels])
  memory.heard(snapshot, START + SILENCE_MS)
  expect(memory.overdue(START + SILENCE_MS + 60_001)).toEqual([labels])
})

test('composites are expected under the name of their kind', () => {
  const named = (name: string, type: 'composite' | 'decorator') => ({
    ...controller(() => E.right(decision())),
    name,
    type,
  })
  const callers = expectedCallers([
    named('snapshot-policy', 'composite'),
    named('snapshot', 'composite'),
    named('labels', 'decorator'),
  ])
  expect(callers.map(({ kind }) => kind).sort()).toEqual(['Snapshot', 'SnapshotPolicy'])
})
