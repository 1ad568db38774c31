const WORDS: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space is left on the device',
  ENOTDIR: 'a part of the path is a file',
  EPERM: 'it is not permitted',
  EROFS: 'the file system is read-only',
}

/** Why a file or folder cannot be used, in words; undefined: the error is of another kind. */
export const fileProblem = (error: unknown): string | undefined =>
  isSystemError(error) ? (WORDS[error.code] ?? error.message) : undefined

const isSystemError = (error: unknown): error is { readonly code: string; readonly message: string } =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  'message' in error &&
  typeof error.message === 'string'
