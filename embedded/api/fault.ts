import type { KubeError, KubePatch } from '../../api/kubernetes/client'
import type { KubeObject, ObjectRef } from '../../api/kubernetes/object'

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'updateStatus' | 'patch' | 'remove'

/** One request as a fault plan or a counter sees it. A list or watch has an empty name. */
export interface ApiRequest {
  readonly verb: Verb
  readonly user: string
  readonly ref: ObjectRef
  readonly object?: KubeObject
  readonly patch?: KubePatch
}

/** What goes wrong: the request never acts, or it acts and its answer is lost. */
export type Fault =
  { readonly _tag: 'Fail'; readonly error: KubeError } | { readonly _tag: 'LoseAnswer'; readonly error: KubeError }

export type FaultPlan = (request: ApiRequest) => Fault | undefined

export const unreachable: KubeError = { reason: 'Unavailable', code: 0, message: 'connection refused' }

export const timedOut: KubeError = {
  reason: 'Unavailable',
  code: 504,
  message: 'the server was unable to return a response in time',
}

export const forbiddenBy = ({ verb, ref, user }: ApiRequest): KubeError => ({
  reason: 'Forbidden',
  code: 403,
  message: `${ref.kind} "${ref.name}" is forbidden: User "${user}" cannot ${verb} it`,
})
