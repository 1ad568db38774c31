import * as E from 'fp-ts/Either'
import type { KubeClient, LabelSelector } from '../../api/kubernetes/client'
import type { KubeObject } from '../../api/kubernetes/object'
import type { KindDefinition } from '../../embedded/api/kind-definition'
import { kindsNamed } from './kind-names'

export interface Selected {
  readonly kind: KindDefinition
  readonly objects: ReadonlyArray<KubeObject>
}

export interface Selection {
  readonly found: ReadonlyArray<Selected>
  readonly errors: ReadonlyArray<string>
  /** Whether single objects were named. */
  readonly named: boolean
}

export interface SelectionQuery {
  /** `KIND`, `KIND NAME…` or `KIND/NAME…`. */
  readonly words: ReadonlyArray<string>
  /** Absent: all namespaces. */
  readonly namespace?: string
  readonly selector?: LabelSelector
}

/** Reads what the words of a command name. */
export const select = async (
  client: KubeClient,
  kinds: ReadonlyArray<KindDefinition>,
  query: SelectionQuery,
): Promise<Selection> => {
  const wanted = wantedOf(query.words)
  const answers = await Promise.all(
    wanted.flatMap(({ type, names }) =>
      kindsNamed(kinds, type).map((kind) =>
        typeof kind === 'string'
          ? Promise.resolve<Answer>({
              objects: [],
              errors: [`error: the server doesn't have a resource type "${kind}"`],
            })
          : read(client, kind, { ...query, names }),
      ),
    ),
  )
  return {
    found: answers.flatMap(({ kind, objects }) => (kind === undefined ? [] : [{ kind, objects }])),
    errors: answers.flatMap(({ errors }) => errors),
    named: wanted.some(({ names }) => names !== undefined),
  }
}

interface Wanted {
  readonly type: string
  /** Absent: all. */
  readonly names?: ReadonlyArray<string>
}

const wantedOf = (words: ReadonlyArray<string>): ReadonlyArray<Wanted> => {
  const [first = '', ...rest] = words
  if (first.includes('/'))
    return words.map((word) => ({ type: word.slice(0, word.indexOf('/')), names: [word.slice(word.indexOf('/') + 1)] }))
  return [rest.length === 0 ? { type: first } : { type: first, names: rest }]
}

interface Answer {
  readonly kind?: KindDefinition
  readonly objects: ReadonlyArray<KubeObject>
  readonly errors: ReadonlyArray<string>
}

interface ReadQuery extends SelectionQuery {
  readonly names: ReadonlyArray<string> | undefined
}

const read = async (
  client: KubeClient,
  kind: KindDefinition,
  { names, namespace, selector }: ReadQuery,
): Promise<Answer> => {
  const { apiVersion } = kind
  const place = kind.namespaced && namespace !== undefined ? { namespace } : {}
  if (names === undefined) {
    const list = await client.list({
      apiVersion,
      kind: kind.kind,
      ...place,
      ...(selector === undefined ? {} : { labelSelector: selector }),
    })()
    return E.isLeft(list)
      ? { objects: [], errors: [serverError(list.left)] }
      : { kind, objects: list.right.items, errors: [] }
  }
  const results = await Promise.all(names.map((name) => client.get({ apiVersion, kind: kind.kind, name, ...place })()))
  return {
    kind,
    objects: results.flatMap((result) => (E.isRight(result) ? [result.right] : [])),
    errors: results.flatMap((result) => (E.isLeft(result) ? [serverError(result.left)] : [])),
  }
}

/** As kubectl prints it; where a namespace is missing, with what to do. */
export const serverError = ({ reason, message }: { readonly reason: string; readonly message: string }): string =>
  `Error from server (${reason === 'Other' ? 'BadRequest' : reason}): ${message}${
    /^namespaces "[^"]*" not found$/.test(message) ? ': put the manifest of this Namespace among the others' : ''
  }`
