import { objectSchema } from '../../api/crd'
import { isKindName, kinds, type KindName } from '../../api/kinds'
import { kubeObject, type KubeObject } from '../../api/kubernetes/object'
import { API_VERSION, GROUP } from '../../api/names/group'
import { applyDefaults, isJson } from '../../api/schema'
import { isObject } from '../../api/schema/is-object'
import { validate, type Surroundings } from '../../api/validation'
import { identify, type Identity, type ManifestDocument } from '../manifests'
import { decodingProblems } from './api-server'
import { passedOver, refused, type Judgement } from './judgement'
import { decodedMetadata } from './decoded-metadata'
import { metadataProblems } from './metadata-problems'
import { surroundingsOf } from './surroundings'

/** One judgement for each object, in order; objects may refer to one another. */
export const judge = (documents: ReadonlyArray<ManifestDocument>, namespace?: string): ReadonlyArray<Judgement> => {
  const surroundings = surroundingsOf(
    documents.flatMap((document) => (document._tag === 'Object' ? [placed(document.value, namespace)] : [])),
  )
  return documents.map((document) => {
    const place = `${document.file}:${document.line}`
    return document._tag === 'Broken'
      ? refused(place, [{ field: '', message: document.message }])
      : { ...judgeDocument({ ...document, value: placed(document.value, namespace) }, place, surroundings), place }
  })
}

/** Puts an object into the namespace of the command line where it names none itself. */
const placed = (value: unknown, namespace: string | undefined): unknown =>
  namespace !== undefined && isObject(value) && isObject(value['metadata'])
    ? { ...value, metadata: { ...value['metadata'], namespace: value['metadata']['namespace'] || namespace } }
    : value

const judgeDocument = (
  { value, file }: { readonly value: unknown; readonly file: string },
  place: string,
  surroundings: Surroundings,
): Judgement => {
  const identity = identify(value, file)
  switch (identity._tag) {
    case 'Object':
      return judgeObject(identity, surroundings)
    case 'Companion':
      return passedOver(place, identity.what)
    case 'Unknown':
      return passedOver(place, 'no Kubernetes object')
    case 'Mistaken':
      return refused(place, identity.problems)
  }
}

type Identified = Extract<Identity, { readonly _tag: 'Object' }>

const judgeObject = ({ apiVersion, kind, value }: Identified, surroundings: Surroundings): Judgement => {
  const name = nameOf(kind, value['metadata'])
  if (!apiVersion.startsWith(`${GROUP}/`)) return passedOver(name, `${apiVersion} is another API`)
  return apiVersion === API_VERSION && isKindName(kind)
    ? judgeKind(kind, value, { name, surroundings })
    : refused(name, [{ field: 'kind', message: `${apiVersion} has no kind ${kind}` }])
}

const nameOf = (kind: string, metadata: unknown): string => {
  const { name, generateName, namespace } = isObject(metadata) ? metadata : {}
  const isCluster = isKindName(kind) ? kinds[kind].scope === 'Cluster' : namespace === undefined
  const own = name ?? (generateName === undefined ? '?' : `${String(generateName)}*`)
  return [kind, ...(isCluster ? [] : [namespace ?? 'default']), own].map(String).join('/')
}

const judgeKind = (
  kind: KindName,
  value: { readonly [field: string]: unknown },
  { name, surroundings }: { readonly name: string; readonly surroundings: Surroundings },
): Judgement => {
  const metadata = isObject(value['metadata']) ? decodedMetadata(value['metadata']) : {}
  const named = { ...value, metadata: { name: metadata['generateName'], ...metadata } }
  const decoding = [...decodingProblems(kind, value), ...metadataProblems(metadata)]
  const object = kubeObject.decode(isJson(named) ? applyDefaults(objectSchema(kinds[kind]), named) : named)
  if (object._tag === 'Left') return refused(name, decoding)
  const { errors, warnings } = verdictOf(kind, object.right, surroundings)
  const all = [...decoding, ...errors]
  return all.length === 0
    ? { object: name, verdict: 'accepted', errors: [], warnings }
    : { ...refused(name, all), warnings: [...warnings, ...unrendered(value)] }
}

const verdictOf = (kind: KindName, object: KubeObject, surroundings: Surroundings) =>
  validate(kind)(object, undefined, surroundings)

const unrendered = (value: unknown): ReadonlyArray<string> =>
  /\$\{\w+/.test(JSON.stringify(value)) ? ['holds ${...} placeholders: render the template first'] : []
