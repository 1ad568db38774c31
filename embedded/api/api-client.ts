import * as E from 'fp-ts/Either'
import type * as TE from 'fp-ts/TaskEither'
import type { KubeClient, KubeError } from '../../api/kubernetes/client'
import type { JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import type { Clock } from '../clock/clock'
import type { ApiRequest, FaultPlan } from './fault'
import { refOf } from './kind-definition'
import { badRequest } from './kube-errors'
import { unknownFields } from './schema/unknown-fields'
import type { Store } from './store'
import { NotRecorded } from './store-context'

export interface ApiClientOptions {
  /** Who asks, in traces and fault plans. */
  readonly user?: string
  readonly faults?: FaultPlan
  /** Told of each request before it is served. */
  readonly onRequest?: (request: ApiRequest) => void
  /** Refuses objects with fields that their kind does not have, as kubectl asks for; otherwise they are dropped. */
  readonly strictFields?: boolean
  /** How long a request takes, in milliseconds of `clock`. Half of it passes before the store acts. */
  readonly latency?: { readonly clock: Clock; readonly duration: (request: ApiRequest) => number }
}

/** The store behind the port that every user of a Kubernetes API here speaks to. */
export const apiClient = (store: Store, options: ApiClientOptions = {}): KubeClient => {
  const user = options.user ?? 'user'
  const serve =
    <A>(request: Omit<ApiRequest, 'user'>, act: () => E.Either<KubeError, A>): TE.TaskEither<KubeError, A> =>
    () =>
      answer(options, { ...request, user }, act)
  const strictly = (object: KubeObject) =>
    options.strictFields === true ? unknownFieldRefusal(store, object) : undefined
  return {
    get: (ref) => serve({ verb: 'get', ref }, () => store.get(ref)),
    list: (query) => serve({ verb: 'list', ref: { ...query, name: '' } }, () => store.list(query)),
    create: (object) =>
      serve({ verb: 'create', ref: refOf(object), object }, () => strictly(object) ?? store.create(object)),
    update: (object) =>
      serve({ verb: 'update', ref: refOf(object), object }, () => strictly(object) ?? store.update(object)),
    updateStatus: (object) =>
      serve({ verb: 'updateStatus', ref: refOf(object), object }, () => store.updateStatus(object)),
    patch: (ref, patch) => serve({ verb: 'patch', ref, patch }, () => store.patch(ref, patch)),
    remove: (ref, how) => serve({ verb: 'remove', ref }, () => store.remove(ref, how ?? {})),
    watch: (query, handlers) => {
      options.onRequest?.({ verb: 'watch', ref: { ...query, name: '' }, user })
      return store.watch(query, handlers)
    },
  }
}

const unknownFieldRefusal = (store: Store, object: KubeObject): E.Either<KubeError, never> | undefined => {
  const schema = store.kind(object.apiVersion, object.kind)?.schema
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...fields } = object
  const unknown = schema === undefined ? [] : unknownFields(schema, fields as JsonObject)
  if (unknown.length === 0) return undefined
  return E.left(badRequest(`strict decoding error: ${unknown.map((path) => `unknown field "${path}"`).join(', ')}`))
}

const answer = async <A>(
  options: ApiClientOptions,
  request: ApiRequest,
  act: () => E.Either<KubeError, A>,
): Promise<E.Either<KubeError, A>> => {
  options.onRequest?.(request)
  const fault = options.faults?.(request)
  const wait = halfLatency(options, request)
  if (wait !== undefined) await wait()
  if (fault?._tag === 'Fail') return E.left(fault.error)
  const result = recorded(act)
  if (wait !== undefined) await wait()
  return fault?._tag === 'LoseAnswer' ? E.left(fault.error) : result
}

/** A write that could not be put on record is the server's fault, not the end of whoever asked for it. */
const recorded = <A>(act: () => E.Either<KubeError, A>): E.Either<KubeError, A> => {
  try {
    return act()
  } catch (failure) {
    if (!(failure instanceof NotRecorded)) throw failure
    return E.left({ reason: 'Other', code: 500, message: failure.message })
  }
}

const halfLatency = ({ latency }: ApiClientOptions, request: ApiRequest): (() => Promise<void>) | undefined => {
  const half = latency === undefined ? 0 : Math.floor(latency.duration(request) / 2)
  if (latency === undefined || half <= 0) return undefined
  return () => latency.clock.pause(half)
}
