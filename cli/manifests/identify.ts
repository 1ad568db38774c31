import { basename } from 'node:path'
import { isObject } from '../../api/schema/is-object'
import type { Problem } from '../../api/schema'

type Fields = { readonly [field: string]: unknown }

/** What a document of a manifest file is, before anything is known of its kind. */
export type Identity =
  | { readonly _tag: 'Object'; readonly apiVersion: string; readonly kind: string; readonly value: Fields }
  /** What lies beside manifests by right and is never applied. */
  | { readonly _tag: 'Companion'; readonly what: string }
  /** It does not even pretend to be an object of Kubernetes. */
  | { readonly _tag: 'Unknown' }
  | { readonly _tag: 'Mistaken'; readonly problems: ReadonlyArray<Problem> }

export const identify = (value: unknown, file: string): Identity => {
  if (!isObject(value))
    return { _tag: 'Mistaken', problems: [{ field: '', message: `must be an object, not ${typeOf(value)}` }] }
  const { apiVersion, kind } = value
  if (isWord(apiVersion) && isWord(kind)) return { _tag: 'Object', apiVersion, kind, value }
  const what = COMPANIONS[basename(file)]
  if (what !== undefined) return { _tag: 'Companion', what }
  return isForeign(value) ? { _tag: 'Unknown' } : { _tag: 'Mistaken', problems: wordProblems(value) }
}

/** Tools of manifests know their own files by name; these need not say what they are. */
const COMPANIONS: { readonly [file: string]: string } = {
  'kustomization.yaml': 'a kustomization',
  'kustomization.yml': 'a kustomization',
  'Chart.yaml': 'a Helm chart',
  'values.yaml': 'the values of a Helm chart',
}

const isForeign = ({ apiVersion, kind, metadata, spec }: Fields): boolean =>
  isAbsent(apiVersion) && isAbsent(kind) && !(isObject(metadata) && isObject(spec))

const wordProblems = (value: Fields): ReadonlyArray<Problem> =>
  ['apiVersion', 'kind'].flatMap((field) => {
    const word = value[field]
    if (isWord(word)) return []
    return [{ field, message: isAbsent(word) ? 'is missing' : `must be a string, not ${typeOf(word)}` }]
  })

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return isObject(value) ? 'an object' : `a ${typeof value}`
}
