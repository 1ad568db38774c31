import * as E from 'fp-ts/Either'
import {
  array,
  codec,
  enumeration,
  integer,
  map,
  nullable,
  object,
  objectWithOneOf,
  openEnumeration,
  string,
  union,
} from '../../../api/schema'

const shape = object(
  { name: string },
  { size: nullable(integer()), tags: map(string), parts: array(object({}, { a: nullable(string) })) },
)
const decoded = codec('Shape', shape)
const messages = (value: unknown) =>
  E.match(
    (errors: ReadonlyArray<{ readonly message?: string }>) => errors.map(({ message }) => message),
    () => ['decoded'],
  )(decoded.decode(value))

describe('a codec', () => {
  it('gives back the very value that has the shape', () => {
    const value = { name: 'a', unknown: { kept: true }, parts: [{ a: 'b' }] }
    const result = decoded.decode(value)
    expect(E.isRight(result) && result.right === value).toBe(true)
  })

  it('reads null as absent, at every depth', () => {
    expect(decoded.decode({ name: 'a', size: null, tags: { x: null, y: 'z' }, parts: [{ a: null }, {}] })).toEqual(
      E.right({ name: 'a', tags: { y: 'z' }, parts: [{}, {}] }),
    )
  })

  it('keeps unknown fields beside a null', () => {
    expect(decoded.decode({ name: 'a', size: null, unknown: 1 })).toEqual(E.right({ name: 'a', unknown: 1 }))
  })

  it('says all that is wrong, with paths', () => {
    expect(messages({ size: 1.5, tags: { x: 1 }, parts: [{}, { a: [] }, null] })).toEqual([
      'name: is required',
      'size: must be an integer, not 1.5',
      'tags.x: must be a string, not 1',
      'parts[1].a: must be a string, not an array',
      'parts[2]: must be an object, not null',
    ])
    expect(messages(undefined)).toEqual([': must be an object, not undefined'])
  })

  it('reads words of newer writers where it may', () => {
    const phases = codec('Phases', object({ phase: openEnumeration('A'), mode: enumeration('B') }))
    expect(E.isRight(phases.decode({ phase: 'Z', mode: 'B' }))).toBe(true)
    expect(E.isRight(phases.decode({ phase: 'A', mode: 'Z' }))).toBe(false)
  })
})

describe('a union', () => {
  const shapes = union({ circle: object({ radius: integer() }), point: object({}) })

  it('matches each case by its key', () => {
    const area = (value: { readonly circle: { readonly radius: number } } | { readonly point: object }) =>
      shapes.match(value, { circle: ({ radius }) => radius * radius * 3, point: () => 0 })
    expect([area({ circle: { radius: 2 } }), area({ point: {} })]).toEqual([12, 0])
  })

  it('has exactly one key', () => {
    expect([{}, { circle: { radius: 1 }, point: {} }, { square: {} }, { circle: {} }, []].filter(shapes.is)).toEqual([])
    expect(shapes.is({ point: {} })).toBe(true)
  })

  it('reads other keys that are null', () => {
    expect(codec('Shapes', shapes).decode({ circle: null, point: {} })).toEqual(E.right({ point: {} }))
  })

  it('may stand beside other fields', () => {
    const item = objectWithOneOf({ name: string }, { size: integer() }, { a: string, b: nullable(string) })
    expect(item.is({ name: 'x', a: 'y' })).toBe(true)
    expect([{ name: 'x' }, { name: 'x', a: 'y', b: 'z' }, { a: 'y' }].filter(item.is)).toEqual([])
    expect(item.openApi['x-kubernetes-validations']).toEqual([
      {
        rule: '[has(self.a), has(self.b) && self.b != null].exists_one(set, set)',
        message: 'exactly one of a, b must be set',
      },
    ])
  })
})
