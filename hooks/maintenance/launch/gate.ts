import {
  describeRepository,
  isReadOnly,
  isServing,
  readRepository,
  repositoryNeed,
  type AnyRepository,
} from '../../core/repository'
import type { Need } from '../../need'
import type { Scene } from '../scene'

/** Whether the repository may be worked on; the message says what is in the way. */
export type Gate =
  | { readonly _tag: 'Open'; readonly repository: AnyRepository }
  | { readonly _tag: 'Closed'; readonly message: string; readonly missing: boolean }

/**
 * What a cache calls open is judged again on the repository as it is now: a Job and copies of Secrets rest on it. Nothing
 * while that was not read.
 */
export const gateOf = (scene: Scene): Gate | undefined => {
  const cached = cachedGate(scene)
  if (cached._tag === 'Closed') return cached
  const read = readRepository(scene.reads, scene.ref)
  const name = describeRepository(scene.ref)
  switch (read._tag) {
    case 'NotRead':
      return undefined
    case 'Found':
      return judge(name, read.value)
    case 'Missing':
      return absent(name)
    case 'Forbidden':
      return closed(`${name} cannot be read: ${read.message}`)
    case 'Unreadable':
      return closed(`${name} has a form that this release does not know.`)
  }
}

export const gateNeeds = (scene: Scene): ReadonlyArray<Need> =>
  cachedGate(scene)._tag === 'Open' ? [repositoryNeed(scene.ref)] : []

const cachedGate = ({ ref, repository }: Scene): Gate => {
  const name = describeRepository(ref)
  return repository === undefined ? absent(name) : judge(name, repository)
}

const judge = (name: string, repository: AnyRepository): Gate => {
  if (repository.metadata.deletionTimestamp !== undefined) return closed(`${name} is being deleted.`)
  if (repository.spec.suspend === true) return closed(`${name} is suspended.`)
  if (isReadOnly(repository)) return closed(`${name} is read-only (spec.mode) and cannot be maintained from here.`)
  return isServing(repository)
    ? { _tag: 'Open', repository }
    : closed(`${name} is not connected or its backend does not answer; its own conditions say why.`)
}

const absent = (name: string): Gate => closed(`${name} does not exist; create it, or correct spec.repository.`, true)

const closed = (message: string, missing = false): Gate => ({ _tag: 'Closed', message, missing })
