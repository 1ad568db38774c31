import type { KubeError, KubeErrorReason } from '../../../api/kubernetes/client'

/** A `Status` answer of the API server as an error value. */
export const statusError = (code: number, body: unknown): KubeError => {
  const status = typeof body === 'object' && body !== null ? body : {}
  const reason = 'reason' in status && typeof status.reason === 'string' ? status.reason : ''
  const message =
    'message' in status && typeof status.message === 'string' ? status.message : `the API server answered ${code}`
  return { reason: REASONS[reason] ?? byCode(code), code, message }
}

export const unreachable = (message: string): KubeError => ({ reason: 'Unavailable', code: 0, message })

const REASONS: { readonly [reason: string]: KubeErrorReason } = {
  NotFound: 'NotFound',
  AlreadyExists: 'AlreadyExists',
  Conflict: 'Conflict',
  Forbidden: 'Forbidden',
  Invalid: 'Invalid',
  Expired: 'Gone',
  Gone: 'Gone',
}

const byCode = (code: number): KubeErrorReason => {
  if (code === 404) return 'NotFound'
  if (code === 403) return 'Forbidden'
  if (code === 409) return 'Conflict'
  if (code === 410) return 'Gone'
  if (code === 422) return 'Invalid'
  return code === 429 || code >= 500 ? 'Unavailable' : 'Other'
}
