import * as TE from 'fp-ts/TaskEither'
import type { KubeClient, KubeError, LabelSelector } from '../../../api/kubernetes/client'
import { kubeObject, type KubeObject, type ObjectRef } from '../../../api/kubernetes/object'
import { needKey, type Need, type ReadOutcome } from '../../../hooks/need'
import { stubClient } from '../shell/stub-client'
import type { Given, Request } from './case'

/**
 * Answers reads from `given.reads`, else from the objects of the request, else with 404. Writes succeed unless
 * `given.refuses` names them.
 */
export const caseClient = (given: Given, request: Request): KubeClient => {
  const told = new Map((given.reads ?? []).map(({ need, outcome }) => [needKey(need), outcome]))
  const objects = objectsOf(request)
  const write = (verb: string, kind: string) => {
    const refused = given.refuses?.find((refusal) => refusal.verb === verb && refusal.kind === kind)
    return refused === undefined ? TE.right(NOTHING) : TE.left<KubeError>({ reason: 'Other', ...refused })
  }
  return stubClient({
    get: (ref) => one(told.get(needKey({ _tag: 'Get', ref })) ?? found(objects.find((object) => isNamed(object, ref)))),
    list: ({ labelSelector = {}, ...asked }) => {
      const need: Need = { _tag: 'List', ...asked, labelSelector }
      const items = objects.filter((object) => isListed(object, asked) && matches(object, labelSelector))
      return many(told.get(needKey(need)) ?? { _tag: 'Listed', items })
    },
    create: (object) => write('create', object.kind),
    update: (object) => write('update', object.kind),
    patch: ({ kind }) => write('patch', kind),
    remove: ({ kind }) => TE.map(() => undefined)(write('delete', kind)),
  })
}

const NOTHING: KubeObject = { apiVersion: 'v1', kind: 'Status', metadata: { name: 'ok' } }
const missing: KubeError = { reason: 'NotFound', code: 404, message: 'not found' }

const found = (object: KubeObject | undefined): ReadOutcome =>
  object === undefined ? { _tag: 'Missing' } : { _tag: 'Found', object }

const one = (outcome: ReadOutcome) => {
  switch (outcome._tag) {
    case 'Found':
      return TE.right(outcome.object)
    case 'Forbidden':
      return TE.left<KubeError>({ reason: 'Forbidden', code: 403, message: outcome.message })
    case 'Missing':
    case 'Listed':
      return TE.left(missing)
  }
}

const many = (outcome: ReadOutcome) =>
  outcome._tag === 'Listed'
    ? TE.right({ resourceVersion: '1', items: outcome.items })
    : TE.map(() => ({ resourceVersion: '1', items: [] }))(one(outcome))

const objectsOf = (request: Request): ReadonlyArray<KubeObject> =>
  [
    request.parent,
    request.object,
    ...[request['children'], request['attachments'], request['related']].flatMap(inner),
  ].filter(kubeObject.is)

const inner = (map: unknown): ReadonlyArray<unknown> =>
  Object.values((map ?? {}) as { [kind: string]: { [name: string]: unknown } }).flatMap((objects) =>
    Object.values(objects),
  )

const isNamed = ({ apiVersion, kind, metadata }: KubeObject, ref: ObjectRef): boolean =>
  apiVersion === ref.apiVersion &&
  kind === ref.kind &&
  metadata.name === ref.name &&
  metadata.namespace === ref.namespace

const isListed = (
  object: KubeObject,
  asked: { readonly apiVersion: string; readonly kind: string; readonly namespace?: string },
) =>
  object.apiVersion === asked.apiVersion &&
  object.kind === asked.kind &&
  (asked.namespace === undefined || asked.namespace === object.metadata.namespace)

const matches = (
  { metadata: { labels = {} } }: KubeObject,
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values = [] }) => {
    const value = labels[key]
    if (operator === 'In') return value !== undefined && values.includes(value)
    if (operator === 'NotIn') return value === undefined || !values.includes(value)
    return operator === 'Exists' ? value !== undefined : value === undefined
  })
