import * as t from 'io-ts'
import { listAs, readAs } from '../../../../hooks/core/kube'
import { getNeed, needKey, type Need, type ReadOutcome } from '../../../../hooks/need'

const codec = t.type({ spec: t.type({ size: t.number }) })
const need = getNeed({ apiVersion: 'v1', kind: 'Thing', namespace: 'a', name: 'b' })
const list: Need = { _tag: 'List', apiVersion: 'v1', kind: 'Thing', labelSelector: {} }
const object = (size: unknown) => ({ apiVersion: 'v1', kind: 'Thing', metadata: { name: 'b' }, spec: { size } })
const reads = (n: Need, outcome: ReadOutcome) => new Map([[needKey(n), outcome]])

describe('a read', () => {
  it.each<[string, ReadOutcome]>([
    ['Missing', { _tag: 'Missing' }],
    ['Forbidden', { _tag: 'Forbidden', message: 'no' }],
    ['Found', { _tag: 'Found', object: object(1) }],
    ['Unreadable', { _tag: 'Found', object: object('one') }],
  ])('is %s', (tag, outcome) => {
    expect(readAs(codec)(reads(need, outcome), need)._tag).toBe(tag)
  })
  it('is NotRead before it was asked for', () => {
    expect(readAs(codec)(new Map(), need)._tag).toBe('NotRead')
  })
})

describe('a list', () => {
  it('keeps what it cannot read apart', () => {
    const items = [object(1), object('one')]
    expect(listAs(codec)(reads(list, { _tag: 'Listed', items }), list)).toEqual({
      _tag: 'Listed',
      items: [items[0]],
      unreadable: [items[1]],
    })
  })
})
