import { isTimestamp } from '../../api/grammar'
import {
  array,
  boolean,
  int64,
  integer,
  keepingUnknown,
  map,
  nullable,
  object,
  schemaProblems,
  string,
  type Problem,
} from '../../api/schema'
import { isObject } from '../../api/schema/is-object'

const texts = map(nullable(string))

const ownerReference = object(
  {},
  { apiVersion: string, kind: string, name: string, uid: string, controller: boolean, blockOwnerDeletion: boolean },
)

/** meta/v1 ObjectMeta as a manifest may hold it. */
export const objectMeta = object(
  {},
  {
    name: string,
    generateName: string,
    namespace: string,
    labels: texts,
    annotations: texts,
    finalizers: array(string),
    ownerReferences: array(ownerReference),
    uid: string,
    resourceVersion: string,
    generation: integer({ format: 'int64', minimum: 0 }),
    creationTimestamp: string,
    deletionTimestamp: string,
    deletionGracePeriodSeconds: int64,
    managedFields: array(keepingUnknown(object({}, { time: string }))),
    selfLink: string,
  },
).openApi

/** Values of the metadata that an API server cannot decode; a `null` is as absent. */
export const undecodableMetadata = (value: unknown): ReadonlyArray<Problem> => {
  const metadata = isObject(value) ? value['metadata'] : undefined
  return [
    ...schemaProblems({ type: 'object', properties: { metadata: objectMeta }, required: ['metadata'] }, value),
    ...(isObject(metadata) ? timeProblems(metadata) : []),
  ]
}

const timeProblems = (metadata: { readonly [field: string]: unknown }): ReadonlyArray<Problem> => [
  ...['creationTimestamp', 'deletionTimestamp'].flatMap((field) => timeProblem(`metadata.${field}`, metadata[field])),
  ...(Array.isArray(metadata['managedFields']) ? metadata['managedFields'] : []).flatMap((entry: unknown, index) =>
    isObject(entry) ? timeProblem(`metadata.managedFields[${index}].time`, entry['time']) : [],
  ),
]

/** Other than RFC3339 itself, an API server wants its letters in upper case. */
const timeProblem = (field: string, value: unknown): ReadonlyArray<Problem> =>
  typeof value !== 'string' || (isTimestamp(value) && !/[tz]/.test(value))
    ? []
    : [{ field, message: `${JSON.stringify(value)} must be an RFC3339 time, as 2026-01-31T03:00:00Z` }]
