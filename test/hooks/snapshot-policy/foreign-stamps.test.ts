import type { Snapshot } from '../../../api/kinds/snapshot'
import { Annotation, PrunedBy } from '../../../api/names/annotations'
import { withoutForeignStamps } from '../../../hooks/snapshot-policy/pruning/foreign-stamps'
import { rowOf, type Row } from '../../../hooks/snapshot-policy/row'

const LAST_APPLIED = 'metacontroller.k8s.io/last-applied-configuration'

const row = (name: string, annotations: { [key: string]: string }, more: Partial<Row> = {}): Row => ({
  ...rowOf(snapshot(name, annotations)),
  ...more,
})

const snapshot = (name: string, annotations: { [key: string]: string }): Snapshot => ({
  apiVersion: 'kopiur.home-operations.com/v1alpha1',
  kind: 'Snapshot',
  metadata: { name, namespace: 'db', uid: `uid-${name}`, annotations },
  spec: { policyRef: { name: 'pg' } },
})

const stamped = { [Annotation.prunedBy]: PrunedBy.retention }
const applied = (annotations: object) => ({ [LAST_APPLIED]: JSON.stringify({ metadata: { annotations } }) })
const takenOff = (rows: ReadonlyArray<Row>, wanted?: PrunedBy) =>
  withoutForeignStamps(rows, () => wanted).flatMap((effect) => (effect._tag === 'Annotate' ? [effect.ref.name] : []))

test('a stamp that nobody wants and Metacontroller has not applied is taken off the very object', () => {
  expect(withoutForeignStamps([row('a', { ...stamped, ...applied({}) })], () => undefined)).toEqual([
    {
      _tag: 'Annotate',
      ref: { apiVersion: 'kopiur.home-operations.com/v1alpha1', kind: 'Snapshot', namespace: 'db', name: 'a' },
      uid: 'uid-a',
      annotations: { [Annotation.prunedBy]: null },
    },
  ])
  expect(takenOff([row('a', { [Annotation.prunedBy]: 'a word of mine' })])).toEqual(['a'])
})

test.each<[string, Row, PrunedBy | undefined]>([
  ['there is none', row('a', {}), undefined],
  ['it is wanted', row('a', stamped), PrunedBy.policyCascade],
  ['Metacontroller applied it, and takes it off itself', row('a', { ...stamped, ...applied(stamped) }), undefined],
  ['the Snapshot is on its way out', row('a', stamped, { dying: true }), undefined],
  ['the Snapshot is not the policy’s', row('a', stamped, { standing: 'Inert' }), undefined],
])('nothing is done where %s', (_, one, wanted) => {
  expect(takenOff([one], wanted)).toEqual([])
})

test('a hundred go at once', () => {
  expect(takenOff(Array.from({ length: 150 }, (_, index) => row(`r${index}`, stamped)))).toHaveLength(100)
})
