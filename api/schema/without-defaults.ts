import type { OpenApi } from './open-api'
import type { Schema } from './schema'

/** A status is stored exactly as it was written: its schema carries no defaults. */
export const withoutDefaults = <A>(schema: Schema<A>): Schema<A> => ({ ...schema, openApi: strip(schema.openApi) })

const strip = ({ default: _, ...openApi }: OpenApi): OpenApi => ({
  ...openApi,
  ...(openApi.items === undefined ? {} : { items: strip(openApi.items) }),
  ...(openApi.additionalProperties === undefined ? {} : { additionalProperties: strip(openApi.additionalProperties) }),
  ...(openApi.properties === undefined
    ? {}
    : {
        properties: Object.fromEntries(Object.entries(openApi.properties).map(([name, inner]) => [name, strip(inner)])),
      }),
})
