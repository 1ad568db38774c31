import type { OpenApi } from './open-api'

/** One definition of a shape: static type, check, repair of what the wire tolerates, OpenAPI schema. */
export interface Schema<A> {
  /** Whether a value has the shape, without `null` anywhere; unknown fields are tolerated. Enums open on read and numeric limits are not checked. */
  readonly is: (value: unknown) => value is A
  /** The same value without `null` fields and with old spellings renamed. */
  readonly clean: (value: unknown) => unknown
  readonly openApi: OpenApi
}

export type TypeOf<S> = S extends Schema<infer A> ? A : never

/** Fields of an object by name. */
export type Fields = { readonly [name: string]: Schema<unknown> }

export type NoFields = { readonly [name in never]: Schema<unknown> }
