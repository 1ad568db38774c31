import { formatTable, printerTable } from '../../../embedded/api/printer-table'
import { shortDuration } from '../../../embedded/api/short-duration'
import { valuesAt } from '../../../embedded/api/json-path'
import { TOY } from '../toy-kinds'
import { done, policy, START, toyStore } from '../toy-store'

it('shows what the kind declares', () => {
  const { store } = toyStore()
  const made = done(store.create(policy('p1', { n: 1 })))
  done(store.updateStatus({ ...made, status: { phase: 'Ready' } }))
  done(store.create(policy('second')))
  const kind = store.kind(TOY, 'Policy')
  if (kind === undefined) throw new Error('no such kind')
  const { items } = done(store.list({ apiVersion: TOY, kind: 'Policy' }))
  const table = printerTable(kind, items, { now: START + 200_000, withNamespace: true })
  expect(formatTable(table)).toBe(
    [
      'NAMESPACE   NAME     PHASE   N   AGE',
      'team-a      p1       Ready   1   3m20s',
      'team-a      second               3m20s',
    ].join('\n'),
  )
})

it.each([
  ['.status.phase', ['Ready']],
  ['.status.conditions[?(@.type=="Ready")].status', ['True']],
  ['.status.conditions[1].type', ['Other']],
  ['.status.conditions[*].type', ['Ready', 'Other']],
  [".metadata.labels['a.b/c']", ['x']],
  ['.status.missing', []],
  ['what?', []],
])('finds %s', (path, found) => {
  const conditions = [
    { type: 'Ready', status: 'True' },
    { type: 'Other', status: 'False' },
  ]
  expect(valuesAt(path, { metadata: { labels: { 'a.b/c': 'x' } }, status: { phase: 'Ready', conditions } })).toEqual(
    found,
  )
})

it.each([
  [45_000, '45s'],
  [119_000, '119s'],
  [200_000, '3m20s'],
  [3_600_000, '60m'],
  [5 * 3_600_000, '5h'],
  [51 * 3_600_000, '2d3h'],
  [400 * 86_400_000, '400d'],
])('says %i ms as %s', (ms, text) => expect(shortDuration(ms)).toBe(text))
