import type { ErrorClass } from '../../../api/mover/outcome'

/** Classes that may pass without anybody doing anything. */
const PASSING: ReadonlyArray<ErrorClass> = [
  'RepositoryUnavailable',
  'Timeout',
  'Crash',
  'Killed',
  'Cancelled',
  'Upgrading',
  'NotConnected',
]

export const isPassing = (errorClass: ErrorClass): boolean => PASSING.includes(errorClass)

const CREDENTIALS: ReadonlyArray<ErrorClass> = ['AuthFailure', 'AccessDenied', 'MissingPassword', 'CredentialsExpired']

/** Hint of the Event that tells of the class. */
export const nextAction = (errorClass: ErrorClass): string =>
  CREDENTIALS.includes(errorClass)
    ? 'CheckCredentials'
    : errorClass === 'PermissionDenied'
      ? 'CheckPermissions'
      : 'CheckBackend'
