import * as E from 'fp-ts/Either'
import * as fc from 'fast-check'
import { kinds, type KindName } from '../../api/kinds'
import { celProblems, codec, schemaProblems, unknownFields, type Schema } from '../../api/schema'
import { storedProblems, validate } from '../../api/validation'
import { arbitraryFrom } from './arbitrary-from-schema'

const parts = Object.values(kinds).flatMap(
  ({ kind, specSchema, statusSchema }): ReadonlyArray<[string, Schema<unknown>]> => [
    [`${kind} spec`, specSchema],
    [`${kind} status`, statusSchema],
  ],
)

describe.each(parts)('a %s', (_, schema) => {
  const decoder = codec('it', schema)
  const values = arbitraryFrom(schema.openApi)

  it('that an API server stores can be read', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect([...schemaProblems(schema.openApi, value), ...celProblems(schema.openApi, value)]).toEqual([])
        expect(unknownFields(schema.openApi, value)).toEqual([])
        expect(E.isRight(decoder.decode(value))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('is read once and for all', () => {
    fc.assert(
      fc.property(values, (value) => {
        const once = decoder.decode(value)
        const again = E.chain(decoder.decode)(once)
        expect(E.isRight(once) && E.isRight(again) && again.right === once.right).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('of any shape is read or refused with reasons', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.dictionary(fc.constantFrom(...Object.keys(schema.openApi.properties ?? {})), fc.jsonValue()),
        ),
        (value) => {
          const decoded = decoder.decode(value)
          expect(E.isRight(decoded) || decoded.left.every(({ message }) => (message ?? '') !== '')).toBe(true)
        },
      ),
      { numRuns: 100 },
    )
  })
})

it.each(Object.keys(kinds) as ReadonlyArray<KindName>)(
  'a %s of any content is judged, at creation and change',
  (kind) => {
    const specs = arbitraryFrom(kinds[kind].specSchema.openApi)
    fc.assert(
      fc.property(specs, specs, (spec, old) => {
        const it = (content: unknown) => ({
          apiVersion: 'kopiur.home-operations.com/v1alpha1',
          kind,
          metadata: { name: 'it', namespace: 'apps' },
          spec: content,
        })
        const verdict = validate(kind)(it(spec), it(old))
        expect(verdict.errors.every(({ field, message }) => field !== '' && message !== '')).toBe(true)
        expect(storedProblems(kind)(it(spec)).every(({ message }) => message !== '')).toBe(true)
      }),
      { numRuns: 60 },
    )
  },
)
