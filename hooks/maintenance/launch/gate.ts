import { describeRepository, isReadOnly, isServing, type AnyRepository } from '../../core/repository'
import type { Scene } from '../scene'

/** Whether the repository may be worked on; the message says what is in the way. */
export type Gate =
  | { readonly _tag: 'Open'; readonly repository: AnyRepository }
  | { readonly _tag: 'Closed'; readonly message: string; readonly missing: boolean }

export const gateOf = ({ ref, repository }: Scene): Gate => {
  const name = describeRepository(ref)
  if (repository === undefined) return closed(`${name} does not exist; create it, or correct spec.repository.`, true)
  if (repository.metadata.deletionTimestamp !== undefined) return closed(`${name} is being deleted.`)
  if (repository.spec.suspend === true) return closed(`${name} is suspended.`)
  if (isReadOnly(repository)) return closed(`${name} is read-only (spec.mode) and cannot be maintained from here.`)
  return isServing(repository)
    ? { _tag: 'Open', repository }
    : closed(`${name} is not connected or its backend does not answer; its own conditions say why.`)
}

const closed = (message: string, missing = false): Gate => ({ _tag: 'Closed', message, missing })
