import { objectSchema } from '../../api/crd'
import { kinds, type KindName } from '../../api/kinds'
import { unknownFields, type Problem } from '../../api/schema'
import { movedFields } from './moved-fields'
import { objectMeta, undecodableMetadata } from './object-meta'

/** What an API server says before it looks at the schema's values: strict decoding and metadata. */
export const decodingProblems = (kind: KindName, value: unknown): ReadonlyArray<Problem> => {
  const schema = objectSchema(kinds[kind])
  const whole = { ...schema, properties: { ...schema.properties, metadata: objectMeta } }
  return [
    ...unknownFields(whole, value).map((field) => ({
      field,
      message: movedFields(field) ?? 'is no field of this kind',
    })),
    ...undecodableMetadata(value),
  ]
}
