import * as E from 'fp-ts/Either'
import { kubeObject, type KubeObject } from '../../api/kubernetes/object'
import { isObject } from '../../api/schema/is-object'
import type { Problem } from '../../api/schema'
import { identify, type ManifestDocument } from '../manifests'
import { decodedMetadata } from '../validate/decoded-metadata'
import { undecodableMetadata } from '../validate/object-meta'

/** The object that a document is; a failure says what it lacks. */
export const objectOf = (document: ManifestDocument): E.Either<string, KubeObject> => {
  if (document._tag === 'Broken') return E.left(document.message)
  const identity = identify(document.value, document.file)
  if (identity._tag === 'Companion') return E.left(`${identity.what}, no Kubernetes object`)
  if (identity._tag === 'Unknown') return E.left('no Kubernetes object: apiVersion and kind are missing')
  if (identity._tag === 'Mistaken') return E.left(asText(identity.problems))
  const { metadata } = identity.value
  const object = isObject(metadata) ? { ...identity.value, metadata: decodedMetadata(metadata) } : identity.value
  const problems = [...nameProblems(metadata), ...undecodableMetadata(identity.value)]
  if (problems.length > 0) return E.left(asText(problems))
  return kubeObject.is(object) ? E.right(object) : E.left('metadata: cannot be read')
}

const nameProblems = (metadata: unknown): ReadonlyArray<Problem> => {
  const { name, generateName } = isObject(metadata) ? metadata : {}
  if (name !== undefined && name !== null && name !== '') return []
  const message = generateName ? 'is missing; generateName works with kubectl create only' : 'is missing'
  return [{ field: 'metadata.name', message }]
}

const asText = (problems: ReadonlyArray<Problem>): string =>
  problems.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('; ')
