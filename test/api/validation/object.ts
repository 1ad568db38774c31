import type { KindName } from '../../../api/kinds'
import { kinds } from '../../../api/kinds'
import type { KubeObject } from '../../../api/kubernetes/object'
import { validate, type Surroundings } from '../../../api/validation'

export type Fields = { readonly [field: string]: unknown }

/** An object of a kind in namespace `apps`, named `it`. */
export const object = (kind: KindName, spec: Fields, more: Fields = {}): KubeObject => ({
  apiVersion: 'kopiur.home-operations.com/v1alpha1',
  kind,
  ...more,
  metadata: {
    name: 'it',
    ...(kinds[kind].scope === 'Cluster' ? {} : { namespace: 'apps' }),
    ...(more['metadata'] as Fields | undefined),
  },
  spec: JSON.parse(JSON.stringify(spec)),
})

/** `field: message` of each error. */
export const errorsOf = (it: KubeObject, old?: KubeObject, surroundings?: Surroundings): ReadonlyArray<string> =>
  validate(it.kind as KindName)(it, old, surroundings).errors.map(({ field, message }) => `${field}: ${message}`)

export const warningsOf = (it: KubeObject, old?: KubeObject): ReadonlyArray<string> =>
  validate(it.kind as KindName)(it, old).warnings

/** A sentence, a spec laid over the kind's least one, and the errors it must bring: each named field with some words of its message. */
export type Case = readonly [sentence: string, spec: Fields, errors: ReadonlyArray<string>]

/** Holds that a least spec is accepted, and that each case brings its errors and no other. */
export const itRefuses = (kind: KindName, least: Fields, cases: ReadonlyArray<Case>): void => {
  it('accepts the least that it needs', () => {
    expect(errorsOf(object(kind, least))).toEqual([])
  })

  it.each(cases)('%s', (_, spec, wanted) => {
    const errors = errorsOf(object(kind, { ...least, ...spec }))
    expect(errors).toEqual(wanted.map((text) => expect.stringContaining(text)))
  })
}
