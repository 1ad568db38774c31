import type { Json } from '../kubernetes/json'
import type { CelRule, OpenApi } from './open-api'
import type { Schema } from './schema'

const amended = <S extends Schema<unknown>>(schema: S, change: OpenApi): S => ({
  ...schema,
  openApi: { ...schema.openApi, ...change },
})

/** `null` is stored as it is written; readers see the field as absent. */
export const nullable = <S extends Schema<unknown>>(schema: S): S => amended(schema, { nullable: true })

/** The value the API server writes where the field is absent. */
export const withDefault = <S extends Schema<unknown>>(schema: S, value: Json): S => amended(schema, { default: value })

export const described = <S extends Schema<unknown>>(description: string, schema: S): S =>
  amended(schema, { description })

/** Adds CEL rules to those the schema has. */
export const withRules = <S extends Schema<unknown>>(schema: S, rules: ReadonlyArray<CelRule>): S =>
  amended(schema, {
    'x-kubernetes-validations': [...(schema.openApi['x-kubernetes-validations'] ?? []), ...rules],
  })

/** An object whose unknown fields the API server keeps. */
export const keepingUnknown = <S extends Schema<unknown>>(schema: S): S =>
  amended(schema, { 'x-kubernetes-preserve-unknown-fields': true })

/** Reads values of an old shape: `isOld` must be false for every value of the present one. */
export const upgraded = <A>(
  schema: Schema<A>,
  isOld: (value: unknown) => boolean,
  upgrade: (value: unknown) => unknown,
): Schema<A> => ({
  ...schema,
  is: (value): value is A => schema.is(value) && !isOld(value),
  clean: (value) => schema.clean(isOld(value) ? upgrade(value) : value),
})
