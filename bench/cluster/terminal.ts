import * as E from 'fp-ts/Either'
import type { Json, JsonObject } from '../../api/kubernetes/json'
import type { KubeClient } from '../../api/kubernetes/client'
import { kubeObject, type KubeObject } from '../../api/kubernetes/object'
import { API_VERSION } from '../../api/names/group'

const AT_ONCE = 8

export interface Copies {
  readonly namespace: string
  /** A Succeeded Snapshot of policy `p-0`. */
  readonly template: string
  readonly count: number
  readonly policies: number
}

const must = async <A>(asked: () => Promise<E.Either<{ readonly message: string }, A>>): Promise<A> => {
  const got = await asked()
  if (E.isLeft(got)) throw new Error(got.left.message)
  return got.right
}

/** Every text of it that is one of these becomes another. */
const swapped = (value: Json, texts: ReadonlyMap<string, string>): Json => {
  if (typeof value === 'string') return texts.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => swapped(one, texts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, swapped(one, texts)]))
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const idOf = (status: JsonObject): string => {
  const saved = status['snapshot']
  return isObject(saved) ? String(saved['kopiaSnapshotID']) : ''
}

/** Copies of a Snapshot that has ended, over all policies; to be made while nobody acts on them. */
export const makeTerminal = async (
  kube: KubeClient,
  { namespace, template, count, policies }: Copies,
): Promise<void> => {
  const get = (kind: string, name: string) => must(kube.get({ apiVersion: API_VERSION, kind, namespace, name }))
  const original: KubeObject = await get('Snapshot', template)
  const plain: JsonObject = JSON.parse(JSON.stringify(original))
  const { metadata, spec = {}, status } = plain
  if (!isObject(metadata) || !isObject(status)) throw new Error(`Snapshot ${template} has no status yet`)
  const uids: string[] = []
  for (let index = 0; index < policies; index += 1)
    uids.push((await get('SnapshotPolicy', `p-${index}`)).metadata.uid ?? '')
  const one = async (index: number): Promise<void> => {
    const policy = index % policies
    const name = `old-${index}`
    const texts = new Map([
      ['p-0', `p-${policy}`],
      ['src-0', `src-${policy}`],
      [uids[0] ?? '', uids[policy] ?? ''],
      [template, name],
      [idOf(status), index.toString(16).padStart(32, 'f')],
    ])
    const { labels = {}, finalizers = [], annotations = {}, ownerReferences = [] } = metadata
    const made = {
      apiVersion: API_VERSION,
      kind: 'Snapshot',
      metadata: { name, namespace, labels, finalizers, annotations, ownerReferences },
      spec,
    }
    const copy: unknown = swapped(made, texts)
    if (!kubeObject.is(copy)) throw new Error('the copy is no object')
    await must(kube.create(copy))
    const body = { status: swapped(status, texts) }
    const ref = { apiVersion: API_VERSION, kind: 'Snapshot', namespace, name }
    await must(kube.patch(ref, { type: 'merge', body, subresource: 'status' }))
  }
  for (let first = 0; first < count; first += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - first) }, (_unused, index) => one(first + index)))
}
