import type { Json } from '../../../api/kubernetes/json'
import { done, policy, policyRef, refused, toyStore } from '../toy-store'

const specAfter = (spec: { [key: string]: Json }) => done(toyStore().store.create(policy('p1', spec)))['spec']
const NOT_CHECKED =
  ', <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation]'

const errorOf = (spec: { [key: string]: Json }) => refused(toyStore().store.create(policy('p1', spec))).message

/** The one mistake, also where the API server adds that it asked no rules. */
const onlyErrorOf = (spec: { [key: string]: Json }) => {
  const text = errorOf(spec)
  return text.endsWith(NOT_CHECKED) ? text.slice(0, -NOT_CHECKED.length).replace('is invalid: [', 'is invalid: ') : text
}

describe('what becomes of a custom object', () => {
  it.each<[string, { [key: string]: Json }, { [key: string]: Json }]>([
    ['unknown fields are pruned', { n: 1, what: 2, one: { a: 'x', z: 1 } }, { dfl: 'D', n: 1, one: { a: 'x' } }],
    ['defaults are filled in, also for null', { dfl: null }, { dfl: 'D' }],
    [
      'nulls go where null is not allowed',
      { text: null, labels: { a: null, b: 'c' } },
      { dfl: 'D', labels: { b: 'c' } },
    ],
    ['nulls stay where null is allowed', { maybe: null }, { dfl: 'D', maybe: null }],
    ['free fields keep everything', { free: { x: { y: null } } }, { dfl: 'D', free: { x: { y: null } } }],
  ])('%s', (_, written, stored) => expect(specAfter(written)).toEqual(stored))
})

describe('what is refused', () => {
  it.each<[string, { [key: string]: Json }]>([
    ['spec.n: Invalid value: "string": spec.n in body must be of type integer: "string"', { n: 'x' }],
    ['spec.n: Invalid value: -6: spec.n in body should be greater than or equal to -5', { n: -6 }],
    ['spec.n: Invalid value: 1001: spec.n in body should be less than or equal to 1000', { n: 1001 }],
    ['spec.mode: Unsupported value: "C": supported values: "A", "B"', { mode: 'C' }],
    ['spec.text: Too long: may not be more than 5 bytes', { text: 'abcdef' }],
    ['spec.text: Invalid value: "a": spec.text in body should be at least 2 chars long', { text: 'a' }],
    ['spec.text: Invalid value: "AB": spec.text in body should match \'^[a-z]+$\'', { text: 'AB' }],
    ['spec.items[0].name: Required value', { items: [{}] }],
    ['spec.items[1]: Duplicate value: {"name":"a"}', { items: [{ name: 'a' }, { name: 'a' }] }],
    ['spec.items: Too many: 4: must have at most 3 items', { items: ['a', 'b', 'c', 'd'].map((name) => ({ name })) }],
    ['spec: Invalid value: "object": one of a and b', { one: { a: 'x', b: 'y' } }],
    ['spec: Invalid value: "object": not thirteen', { n: 13 }],
    [
      'spec.labels.a: Invalid value: "integer": spec.labels.a in body must be of type string: "integer"',
      { labels: { a: 1 } },
    ],
    ['spec.items[0]: Invalid value: "null": spec.items[0] in body must be of type object: "null"', { items: [null] }],
  ])('%s', (message, spec) => expect(onlyErrorOf(spec)).toBe(`Policy.toy.example.io "p1" is invalid: ${message}`))

  it('lists several mistakes in brackets', () => {
    expect(errorOf({ n: 1001, text: 'AB' })).toMatch(/is invalid: \[spec\.n: .*, spec\.text: .*\]$/)
  })

  it('does not ask rules of an object of the wrong shape, and says so', () => {
    expect(errorOf({ n: 'x', one: {} }).endsWith(NOT_CHECKED)).toBe(true)
    expect(errorOf({ n: 1001, one: {} })).toContain('one of a and b')
  })
})

it('judges transitions against the old value, item by item in keyed lists', () => {
  const { store } = toyStore()
  done(store.create(policy('p1', { fixed: 'a', items: [{ name: 'x', size: 2 }] })))
  const change = (spec: Json) => store.patch(policyRef('p1'), { type: 'merge', body: { spec } })
  expect(refused(change({ fixed: 'b' })).message).toContain('fixed was a')
  expect(refused(change({ items: [{ name: 'x', size: 1 }] })).message).toContain('spec.items[0].size')
  expect(refused(change({ fixed: null })).message).toContain('no such key: fixed evaluating rule: ')
  done(
    change({
      items: [
        { name: 'y', size: 1 },
        { name: 'x', size: 2 },
      ],
    }),
  )
})

it('refuses a status that does not fit, and leaves the object as it was', () => {
  const { store } = toyStore()
  const made = done(store.create(policy('p1')))
  const write = (status: Json) => store.updateStatus({ ...made, status })
  expect(refused(write({ count: 'many' })).code).toBe(422)
  expect(refused(write({ when: 'yesterday' })).message).toContain('must be of type date-time')
  expect(refused(write({ when: '2026-02-30T00:00:00Z' })).message).toContain('must be of type date-time')
  expect(done(store.get(policyRef('p1')))).toBe(made)
})
