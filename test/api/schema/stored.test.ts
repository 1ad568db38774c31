import {
  applyDefaults,
  array,
  boolean,
  keepingUnknown,
  map,
  nullable,
  nullFields,
  object,
  prune,
  string,
  unknownFields,
  withDefault,
  withoutDefaults,
} from '../../../api/schema'

const { openApi } = object(
  { name: string },
  {
    mode: withDefault(string, 'fast'),
    depth: nullable(withDefault(string, 'deep')),
    inner: object({}, { on: withDefault(boolean, true) }),
    items: array(object({}, { on: withDefault(boolean, false) })),
    labels: map(string),
    free: keepingUnknown(object({}, { known: string })),
  },
)

describe('what an API server does to an object', () => {
  it('fills in defaults, but makes no objects for them', () => {
    expect(applyDefaults(openApi, { name: 'a' })).toEqual({ name: 'a', mode: 'fast', depth: 'deep' })
    expect(applyDefaults(openApi, { name: 'a', mode: 'slow', inner: {}, items: [{}, { on: true }] })).toEqual({
      name: 'a',
      mode: 'slow',
      depth: 'deep',
      inner: { on: true },
      items: [{ on: false }, { on: true }],
    })
  })

  it('takes a null for the default unless null may be stored', () => {
    expect(applyDefaults(openApi, { name: 'a', mode: null, depth: null, inner: null })).toEqual({
      name: 'a',
      mode: 'fast',
      depth: null,
    })
  })

  it('drops what the schema does not know', () => {
    const value = { name: 'a', x: 1, items: [{ on: true, y: 2 }], labels: { any: 'thing' }, free: { z: { deep: 1 } } }
    expect(prune(openApi, value)).toEqual({
      name: 'a',
      items: [{ on: true }],
      labels: { any: 'thing' },
      free: { z: { deep: 1 } },
    })
    expect(unknownFields(openApi, value)).toEqual(['x', 'items[0].y'])
  })

  it('names null fields', () => {
    expect(nullFields({ a: null, b: [{ c: null }, null], d: { 'e/f': null } })).toEqual([
      'a',
      'b[0].c',
      'b[1]',
      'd["e/f"]',
    ])
  })

  it('writes a status as it is', () => {
    const status = withoutDefaults({ is: (_: unknown): _ is object => true, clean: (value) => value, openApi }).openApi
    expect(applyDefaults(status, { name: 'a', inner: {}, items: [{}] })).toEqual({ name: 'a', inner: {}, items: [{}] })
  })
})
