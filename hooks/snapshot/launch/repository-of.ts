import type { Snapshot } from '../../../api/kinds/snapshot'
import { repositoryKey, type RepositoryRef } from '../../core/names'
import {
  describeRepository,
  isReadOnly,
  isReady,
  readRepository,
  repositoryNeed,
  resolveRepositoryRef,
  type AnyRepository,
} from '../../core/repository'
import { ask, end, go, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { blockedOn, refuse, waitFor } from '../waiting'
import type { PolicyPlace } from './policy-of'

export interface RepositoryPlace {
  readonly ref: RepositoryRef
  readonly repository: AnyRepository
}

/** The repository of this run: the pin of the Snapshot, which has to be one of the policy's, else the policy's only one. */
export const repositoryRefOf = (
  { spec }: Pick<Snapshot, 'spec'>,
  namespace: string,
  { policy, namespace: policyNamespace }: PolicyPlace,
): RepositoryRef | { readonly invalid: string } => {
  const members = membersOf(policy.spec).map((ref) => resolveRepositoryRef(ref, policyNamespace))
  const pinned = spec.repository === undefined ? undefined : resolveRepositoryRef(spec.repository, namespace)
  const [only, ...others] = members
  if (pinned === undefined)
    return only !== undefined && others.length === 0
      ? only
      : { invalid: `spec.repository is not set, and the policy writes to ${list(members)}; name one of them.` }
  return members.some((member) => repositoryKey(member) === repositoryKey(pinned))
    ? pinned
    : {
        invalid: `spec.repository is ${describeRepository(pinned)}, the policy writes to ${list(members)}; name one of them.`,
      }
}

const membersOf = (spec: PolicyPlace['policy']['spec']) =>
  'repositories' in spec && spec.repositories !== undefined
    ? spec.repositories
    : 'repository' in spec && spec.repository !== undefined
      ? [spec.repository]
      : []

const list = (members: ReadonlyArray<RepositoryRef>): string => members.map(describeRepository).join(', ') || 'none'

/** The repository, there and writable. Whether it is ready is another question. */
export const repositoryOf = (scene: Scene, place: PolicyPlace): Step<RepositoryPlace, Move> => {
  const ref = repositoryRefOf(scene.snapshot, scene.namespace, place)
  if ('invalid' in ref)
    return end(refuse({ reason: 'InvalidSpec', message: ref.invalid, action: 'FixSpec' }, scene.now))
  const read = readRepository(scene.reads, ref)
  const name = describeRepository(ref)
  switch (read._tag) {
    case 'NotRead':
      return ask([repositoryNeed(ref)])
    case 'Missing':
      return end(notReady(`${name} does not exist; create it or fix the reference.`))
    case 'Forbidden':
      return end(notReady(`${name} may not be read; grant the service get on it.`))
    case 'Unreadable':
      return end(blockedOn({ reason: 'InvalidSpec', message: `${name} does not have the shape of its kind; fix it.` }))
    case 'Found':
      return writable(scene, { ref, repository: read.value })
  }
}

const writable = (scene: Scene, place: RepositoryPlace): Step<RepositoryPlace, Move> => {
  const message = `${describeRepository(place.ref)} has mode ReadOnly: it serves restores only. Set spec.mode to ReadWrite, or send this policy to another repository, and make a new Snapshot.`
  return isReadOnly(place.repository)
    ? end(
        refuse(
          {
            reason: 'RepositoryReadOnly',
            message,
            conditions: [{ type: 'RepositoryWritable', status: 'False', reason: 'RepositoryReadOnly', message }],
            action: 'RefuseBackupReadOnlyRepository',
          },
          scene.now,
        ),
      )
    : go(place)
}

/** Waits for as long as it takes: a repository that is down is no failure of a run. */
export const repositoryReady = (place: RepositoryPlace): Step<RepositoryPlace, Move> =>
  isReady(place.repository)
    ? go(place)
    : end(
        notReady(
          `${describeRepository(place.ref)} is not Ready (${place.repository.status?.phase ?? 'no phase yet'}); its conditions say why.`,
          isComing(place) ? 5 : 15,
        ),
      )

/** A repository that is being connected for the first time is about to be there. */
const isComing = ({ repository }: RepositoryPlace): boolean =>
  ['Pending', 'Initializing'].includes(repository.status?.phase ?? 'Pending')

const notReady = (message: string, seconds = 15): Move => waitFor({ reason: 'RepositoryNotReady', message }, seconds)
