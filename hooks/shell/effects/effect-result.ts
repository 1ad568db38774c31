import type { KubeError } from '../../../api/kubernetes/client'

/** Done: it holds now, whoever did it. Refused: a fact for a second decide. Unavailable: the call ends in a 503. */
export type EffectResult =
  | { readonly _tag: 'Done' }
  | { readonly _tag: 'Refused'; readonly code: number; readonly message: string }
  | { readonly _tag: 'Unavailable'; readonly message: string }

export const done: EffectResult = { _tag: 'Done' }

/** A client error other than overload is an answer; everything else passes. */
export const failed = (error: KubeError): EffectResult =>
  error.code >= 400 && error.code < 500 && error.code !== 429 && error.code !== 408 && error.code !== 401
    ? { _tag: 'Refused', code: error.code, message: error.message }
    : { _tag: 'Unavailable', message: error.message }

export const doneIf =
  (reason: KubeError['reason']) =>
  (error: KubeError): EffectResult =>
    error.reason === reason ? done : failed(error)
