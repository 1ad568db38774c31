import * as E from 'fp-ts/Either'
import type { KubeClient, KubeError } from '../../api/kubernetes/client'
import type { KubeObject, ObjectMeta } from '../../api/kubernetes/object'
import type { Circumstances, Question } from '../hook'
import { needKey, type Need, type ReadOutcome, type Reads } from '../need'

/** Rounds after which a hook that still wants more has a fault. */
export const MAX_ROUNDS = 5

export type ReadFailure =
  | { readonly _tag: 'Unreadable'; readonly error: KubeError }
  | { readonly _tag: 'Insatiable'; readonly keys: ReadonlyArray<string> }

/** Reads what a question needs until it wants nothing new; equal needs are read once. */
export const readNeeds = async (
  kube: KubeClient,
  question: Question,
  circumstances: Omit<Circumstances, 'reads'>,
): Promise<E.Either<ReadFailure, Reads>> => {
  const reads = new Map<string, ReadOutcome>()
  for (let round = 0; round <= MAX_ROUNDS; round += 1) {
    const wanted = unread(question.needs({ ...circumstances, reads: new Map(reads) }), reads)
    if (wanted.size === 0) return E.right(reads)
    if (round === MAX_ROUNDS) return E.left({ _tag: 'Insatiable', keys: [...wanted.keys()] })
    const outcomes = await Promise.all(
      [...wanted].map(async ([key, need]) => [key, await readNeed(kube, need)] as const),
    )
    for (const [key, outcome] of outcomes) {
      if (E.isLeft(outcome)) return E.left({ _tag: 'Unreadable', error: outcome.left })
      reads.set(key, outcome.right)
    }
  }
  return E.right(reads)
}

const unread = (needs: ReadonlyArray<Need>, reads: Reads): ReadonlyMap<string, Need> =>
  new Map(needs.map((need) => [needKey(need), need] as const).filter(([key]) => !reads.has(key)))

/** One live read. 404 and 403 are values. */
export const readNeed = async (kube: KubeClient, need: Need): Promise<E.Either<KubeError, ReadOutcome>> => {
  switch (need._tag) {
    case 'Get': {
      const found = await kube.get(need.ref)()
      return E.isRight(found) ? E.right({ _tag: 'Found', object: withoutSecrets(found.right) }) : asValue(found.left)
    }
    case 'List': {
      const { _tag, ...query } = need
      const listed = await kube.list(query)()
      return E.isRight(listed)
        ? E.right({ _tag: 'Listed', items: listed.right.items.map(withoutSecrets) })
        : asValue(listed.left)
    }
  }
}

const asValue = (error: KubeError): E.Either<KubeError, ReadOutcome> => {
  switch (error.reason) {
    case 'NotFound':
      return E.right({ _tag: 'Missing' })
    case 'Forbidden':
      return E.right({ _tag: 'Forbidden', message: error.message })
    default:
      return E.left(error)
  }
}

/** Hooks may know which keys a Secret has, never what is in them. */
const withoutSecrets = (object: KubeObject): KubeObject =>
  object.kind === 'Secret' && object.apiVersion === 'v1'
    ? {
        ...object,
        metadata: withoutLastApplied(object.metadata),
        ...blanked(object, 'data'),
        ...blanked(object, 'stringData'),
      }
    : object

/** kubectl keeps the whole text of what was applied in an annotation. */
const withoutLastApplied = (metadata: ObjectMeta): ObjectMeta => {
  if (metadata.annotations === undefined) return metadata
  const { 'kubectl.kubernetes.io/last-applied-configuration': applied, ...annotations } = metadata.annotations
  return { ...metadata, annotations }
}

const blanked = (object: KubeObject, field: string): { readonly [field: string]: unknown } => {
  const values = object[field]
  return typeof values === 'object' && values !== null
    ? { [field]: Object.fromEntries(Object.keys(values).map((key) => [key, ''])) }
    : {}
}
