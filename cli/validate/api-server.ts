import { objectSchema } from '../../api/crd'
import { isDnsSubdomain } from '../../api/grammar'
import { kinds, type KindName } from '../../api/kinds'
import {
  array,
  int64,
  keepingUnknown,
  map,
  object,
  schemaProblems,
  string,
  unknownFields,
  type Problem,
} from '../../api/schema'
import { movedFields } from './moved-fields'

/** meta/v1 ObjectMeta as a manifest may hold it. */
const objectMeta = object(
  {},
  {
    name: string,
    generateName: string,
    namespace: string,
    labels: map(string),
    annotations: map(string),
    finalizers: array(string),
    ownerReferences: array(keepingUnknown(object({}))),
    uid: string,
    resourceVersion: string,
    generation: int64,
    creationTimestamp: string,
    deletionTimestamp: string,
    deletionGracePeriodSeconds: int64,
    managedFields: array(keepingUnknown(object({}))),
    selfLink: string,
  },
).openApi

/** What an API server says before it looks at the schema's values: strict decoding and metadata. */
export const decodingProblems = (kind: KindName, value: unknown): ReadonlyArray<Problem> => {
  const schema = objectSchema(kinds[kind])
  const whole = { ...schema, properties: { ...schema.properties, metadata: objectMeta } }
  return [
    ...unknownFields(whole, value).map((field) => ({
      field,
      message: movedFields(field) ?? 'is no field of this kind',
    })),
    ...schemaProblems({ type: 'object', properties: { metadata: objectMeta }, required: ['metadata'] }, value),
  ]
}

export const nameProblems = (name: string | undefined, generateName: string | undefined): ReadonlyArray<Problem> =>
  name === undefined
    ? generateName === undefined
      ? [{ field: 'metadata.name', message: 'is required' }]
      : []
    : isDnsSubdomain(name)
      ? []
      : [
          {
            field: 'metadata.name',
            message: `${JSON.stringify(name)} must be lower-case letters, digits, - and ., at most 253 characters`,
          },
        ]
