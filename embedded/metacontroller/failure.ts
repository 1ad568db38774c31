import type { KubeError } from '../../api/kubernetes/client'

/** Ends one sync; the parent is tried again with growing delays. */
export class SyncFailure extends Error {}

/** A request that the API refused. */
export class ApiFailure extends SyncFailure {
  constructor(readonly error: KubeError) {
    super(error.message)
  }
}

/** The hook asked to be called later; no failure is counted. */
export class TooManyRequests extends SyncFailure {
  constructor(readonly afterSeconds: number) {
    super(`too many requests, try again after ${afterSeconds} seconds`)
  }
}

/** An informer that a sync needs has not listed yet: tried again, without an Event. */
export class NotSynced extends SyncFailure {}

/** The answer that ends the real process, with every controller in it. Nothing goes on after it. */
export class CrashError extends Error {}

/** The process that ran this sync is gone. */
export class Abandoned extends Error {}

export const isNotFound = (error: unknown): boolean => error instanceof ApiFailure && error.error.code === 404

export const isConflict = (error: unknown): boolean =>
  error instanceof ApiFailure && error.error.code === 409 && error.error.reason !== 'AlreadyExists'

export const isAlreadyExists = (error: unknown): boolean =>
  error instanceof ApiFailure && error.error.reason === 'AlreadyExists'
