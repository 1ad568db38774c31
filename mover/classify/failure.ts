import type { ErrorClass, Failure } from '../../api/mover/outcome'
import { advice } from './advice'

export type FailureFacts = { readonly exitCode?: number; readonly op?: string; readonly stderrTail?: string }

/** A failure of one class with its fixed sentence; empty facts are left out. */
export const failure = (kopiaErrorClass: ErrorClass, facts: FailureFacts = {}): Failure => ({
  kopiaErrorClass,
  message: advice[kopiaErrorClass].sentence,
  retryRecommended: advice[kopiaErrorClass].retry,
  ...(facts.exitCode === undefined ? {} : { exitCode: facts.exitCode }),
  ...(facts.op === undefined ? {} : { op: facts.op }),
  ...(facts.stderrTail === undefined || facts.stderrTail === '' ? {} : { stderrTail: facts.stderrTail }),
})
