import { isLeft } from 'fp-ts/Either'
import * as t from 'io-ts'
import { isDnsSubdomain } from '../../api/grammar'
import type { Problem } from '../../api/schema'
import { attachmentErrors } from '../../embedded/api/metadata'
import { nameErrors } from '../../embedded/api/name-rules'
import type { FieldError } from '../../embedded/api/schema/field-error'

/** What an API server refuses in metadata that it could decode; of a field that it could not, the type is said elsewhere. */
export const metadataProblems = (metadata: { readonly [field: string]: unknown }): ReadonlyArray<Problem> => {
  const field = <A>(name: string, type: t.Type<A>): { readonly [field: string]: A } => {
    const value = type.decode(metadata[name])
    return isLeft(value) ? {} : { [name]: value.right }
  }
  const { name, generateName, namespace } = {
    ...field('name', t.string),
    ...field('generateName', t.string),
    ...field('namespace', t.string),
  }
  return [
    ...(metadata['name'] === undefined || name !== undefined ? nameProblems(name, generateName) : []),
    ...(namespace ? nameErrors('label', namespace, 'metadata.namespace') : []).map(asProblem),
    ...attachmentErrors({
      ...field('labels', texts),
      ...field('annotations', texts),
      ...field('finalizers', t.array(t.string)),
      ...field('ownerReferences', t.array(owner)),
    }).map(asProblem),
  ]
}

const texts = t.record(t.string, t.string)

const owner = t.partial({ apiVersion: t.string, kind: t.string, name: t.string, uid: t.string, controller: t.boolean })

const asProblem = ({ path, detail }: FieldError): Problem => ({ field: path, message: detail })

const nameProblems = (name: string | undefined, generateName: string | undefined): ReadonlyArray<Problem> => {
  if (!name && !generateName) return [{ field: 'metadata.name', message: 'is required' }]
  return [
    ...(generateName ? nameProblem('metadata.generateName', generateName, shortest(generateName)) : []),
    ...(name ? nameProblem('metadata.name', name, name) : []),
  ]
}

/** An API server puts letters behind a prefix, so it may end in a dash. */
const shortest = (prefix: string): string => prefix.replace(/.-$/, 'a')

const nameProblem = (field: string, written: string, name: string): ReadonlyArray<Problem> =>
  isDnsSubdomain(name)
    ? []
    : [
        {
          field,
          message: `${JSON.stringify(written)} must be lower-case letters, digits, - and ., at most 253 characters`,
        },
      ]
