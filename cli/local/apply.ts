import * as E from 'fp-ts/Either'
import type { KubeClient, KubeError } from '../../api/kubernetes/client'
import type { JsonObject } from '../../api/kubernetes/json'
import { kubeObject, type KubeObject } from '../../api/kubernetes/object'
import { isKindName } from '../../api/kinds'
import { API_VERSION } from '../../api/names/group'
import { canonical } from '../../embedded/api/canonical'
import { isObject } from '../../embedded/api/json-shape'
import { refOf } from '../../embedded/api/kind-definition'
import { decodingProblems } from '../validate/api-server'
import { mergeDifference } from './merge-difference'

export type Applied = 'created' | 'configured' | 'unchanged'

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
const TRIES = 5

/** Creates an object or brings it to what is written, as `kubectl apply` does. Status is nobody's to write. */
export const apply = async (client: KubeClient, written: KubeObject): Promise<E.Either<KubeError, Applied>> => {
  const wrong = strictErrors(written)
  if (wrong.length > 0)
    return E.left({ reason: 'Other', code: 400, message: `strict decoding error: ${wrong.join(', ')}` })
  const object = withStringDataEncoded(asWritten(written))
  const text = JSON.stringify(canonical(object))
  for (let attempt = 1; ; attempt += 1) {
    const result = await applyOnce(client, object, text)
    const again = E.isLeft(result) && (result.left.reason === 'Conflict' || result.left.reason === 'AlreadyExists')
    if (!again || attempt === TRIES) return result
  }
}

const applyOnce = async (
  client: KubeClient,
  object: KubeObject,
  text: string,
): Promise<E.Either<KubeError, Applied>> => {
  const found = await client.get(refOf(object))()
  if (E.isRight(found)) return update(client, found.right, object, text)
  if (found.left.reason !== 'NotFound') return found
  const created = await client.create(withAnnotation(object, text))()
  return E.isLeft(created) ? created : E.right('created')
}

const update = async (
  client: KubeClient,
  live: KubeObject,
  object: KubeObject,
  text: string,
): Promise<E.Either<KubeError, Applied>> => {
  const [before, now] = [lastApplied(live), json(withAnnotation(object, text))].map(withMaps(json(live)))
  const patch = mergeDifference(before ?? {}, now ?? {}, json(live))
  if (Object.keys(patch).length === 0) return E.right('unchanged')
  const metadata = isObject(patch['metadata']) ? patch['metadata'] : {}
  const { resourceVersion } = live.metadata
  const body = { ...patch, metadata: resourceVersion === undefined ? metadata : { ...metadata, resourceVersion } }
  const patched = await client.patch(refOf(object), { type: 'merge', body })()
  if (E.isLeft(patched)) return patched
  return E.right(patched.right.metadata.resourceVersion === resourceVersion ? 'unchanged' : 'configured')
}

/** Labels and annotations have many writers: taking them out of a manifest takes off those that were in it, not the map. */
const withMaps =
  (live: JsonObject) =>
  (object: JsonObject): JsonObject => {
    const present = Object.keys(mapsOf(live)).map((key): [string, JsonObject] => [key, {}])
    return {
      ...object,
      metadata: { ...Object.fromEntries(present), ...(isObject(object['metadata']) ? object['metadata'] : {}) },
    }
  }

const mapsOf = ({ metadata }: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(isObject(metadata) ? metadata : {}).filter(([key]) => key === 'labels' || key === 'annotations'),
  )

const json = (object: KubeObject): JsonObject => {
  const value = canonical(object)
  return isObject(value) ? value : {}
}

const lastApplied = (live: KubeObject): JsonObject => {
  try {
    const value: unknown = JSON.parse(live.metadata.annotations?.[LAST_APPLIED] ?? '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const withAnnotation = (object: KubeObject, text: string): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, [LAST_APPLIED]: text } },
})

/** What `get -o yaml` shows can be applied again: what the server adds is left out. */
const asWritten = (written: KubeObject): KubeObject => {
  const { uid, resourceVersion, generation, creationTimestamp, annotations, ...metadata } = written.metadata
  const { [LAST_APPLIED]: before, ...own } = annotations ?? {}
  const { status, ...content } = written
  const object = { ...content, metadata: { ...metadata, ...(annotations === undefined ? {} : { annotations: own }) } }
  return kubeObject.is(object) ? object : written
}

/** The API keeps the content of a Secret encoded only. */
const withStringDataEncoded = (object: KubeObject): KubeObject => {
  const { stringData, ...rest } = object
  if (object.kind !== 'Secret' || object.apiVersion !== 'v1' || !isObject(stringData)) return object
  const encoded = Object.fromEntries(
    Object.entries(stringData).map(([key, value]) => [key, Buffer.from(String(value)).toString('base64')]),
  )
  const whole = { ...rest, data: { ...(isObject(rest['data']) ? rest['data'] : {}), ...encoded } }
  return kubeObject.is(whole) ? whole : object
}

/** Fields that this API does not have; other kinds take anything. */
const strictErrors = (object: KubeObject): ReadonlyArray<string> =>
  object.apiVersion === API_VERSION && isKindName(object.kind)
    ? decodingProblems(object.kind, object).map(({ field, message }) => `${field} ${message}`)
    : []
