import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import { parseAllDocuments } from 'yaml'
import { kubeObject, type KubeObject } from '../../../api/kubernetes/object'

export interface Manifest {
  readonly object: KubeObject
  /** File and number of the document in it. */
  readonly source: string
}

/** Objects of a file, of all YAML and JSON files of a folder (and below), or of standard input for `-`, in order. */
export const readManifests = (path: string): E.Either<string, ReadonlyArray<Manifest>> => {
  try {
    if (path === '-') return parseManifests(readFileSync(0, 'utf8'), 'standard input')
    const files = statSync(path).isDirectory() ? filesIn(path) : [path]
    const parsed = files.map((file) => parseManifests(readFileSync(file, 'utf8'), file))
    const wrong = parsed.find(E.isLeft)
    return wrong ?? E.right(parsed.flatMap((manifests) => (E.isRight(manifests) ? manifests.right : [])))
  } catch (error) {
    return E.left(error instanceof Error ? error.message : String(error))
  }
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort()
    .map((name) => join(folder, name))

export const parseManifests = (text: string, source: string): E.Either<string, ReadonlyArray<Manifest>> => {
  const manifests: Manifest[] = []
  for (const [index, document] of parseAllDocuments(text).entries()) {
    const [mistake] = document.errors
    if (mistake !== undefined) return E.left(`${source}: ${mistake.message}`)
    const value: unknown = document.toJS({ maxAliasCount: 1000 })
    if (value === null || value === undefined) continue
    const place = `${source}, document ${index + 1}`
    for (const object of expanded(value)) {
      if (!kubeObject.is(object))
        return E.left(`${place}: not a Kubernetes object: apiVersion, kind and metadata.name are needed`)
      manifests.push({ object, source: place })
    }
  }
  return E.right(manifests)
}

/** A `List` stands for its items. */
const expanded = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  String(value.kind).endsWith('List') &&
  'items' in value &&
  Array.isArray(value.items)
    ? value.items
    : [value]
