import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Restore } from '../../../api/kinds/restore'
import type { RestoreSource } from '../../../api/kinds/shared/restore/source'
import { snapshotPolicy, type SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import { API_VERSION } from '../../../api/names/group'
import { resolveIdentity, type Claim } from '../../core/identity'
import { readAs } from '../../core/kube'
import type { Circumstances } from '../../hook'
import { getNeed } from '../../need'
import { namespaceOf } from '../names'
import { ask, stop, wait, type Step } from '../walk'
import { selectorOf } from './from-identity'
import { policyPath } from './policy-path'
import { policyRepository } from './policy-repository'
import { readyRepository } from './repository-gate'
import type { ReadFrom, Source } from './source'

type ByPolicy = Extract<RestoreSource, { readonly fromPolicy: unknown }>['fromPolicy']

/** The newest snapshot that a policy made of one of its members; the mover chooses it from the repository itself. */
export const fromPolicy = (
  restore: Restore,
  wanted: ByPolicy,
  claim: Claim | undefined,
  circumstances: Circumstances,
): Step<Source> =>
  pipe(
    existingPolicy(restore, wanted, circumstances),
    E.bindTo('policy'),
    E.bind('repository', ({ policy }) => memberRepository(restore, policy, circumstances)),
    E.chain(({ policy, repository }) => search(wanted, policy, repository, claim)),
  )

const existingPolicy = (restore: Restore, wanted: ByPolicy, { reads }: Circumstances): Step<SnapshotPolicy> => {
  const ref = { name: wanted.name, namespace: wanted.namespace ?? namespaceOf(restore) }
  const what = `SnapshotPolicy ${ref.namespace}/${ref.name}`
  const need = getNeed({ apiVersion: API_VERSION, kind: 'SnapshotPolicy', ...ref })
  const read = readAs(snapshotPolicy)(reads, need)
  switch (read._tag) {
    case 'NotRead':
      return ask(need)
    case 'Missing':
      return wait({ _tag: 'ReferentMissing', what })
    case 'Forbidden':
      return wait({ _tag: 'ReferentMissing', what, forbidden: read.message })
    case 'Unreadable':
      return stop({ _tag: 'CannotAnswer', why: `${what} does not have the shape of its kind` })
    case 'Found':
      return E.right(read.value)
  }
}

const memberRepository = (restore: Restore, policy: SnapshotPolicy, circumstances: Circumstances): Step<ReadFrom> =>
  pipe(
    policyRepository(
      { spec: policy.spec, name: policy.metadata.name, namespace: namespaceOf(policy) },
      restore.spec.repository,
      namespaceOf(restore),
    ),
    E.match(
      (message) => invalid('spec.repository', message),
      (ref) => readyRepository(ref, namespaceOf(restore), circumstances),
    ),
  )

const search = (
  wanted: ByPolicy,
  policy: SnapshotPolicy,
  repository: ReadFrom,
  claim: Claim | undefined,
): Step<Source> => {
  const identity = resolveIdentity(policy, repository.object.spec.identityDefaults)
  const path = wanted.sourcePath === undefined ? policyPath(policy.spec, claim) : E.right(wanted.sourcePath)
  if (E.isLeft(identity))
    return invalid('spec.source.fromPolicy.name', `${identity.left.field}: ${identity.left.message}`)
  if (E.isLeft(path))
    return stop({
      _tag: 'End',
      ending: {
        _tag: 'Failed',
        reason: 'SourcePathAmbiguous',
        message: `Which member of policy ${policy.metadata.name} to restore cannot be told: ${path.left}. Create a new Restore with source.fromPolicy.sourcePath.`,
      },
    })
  return E.right({
    _tag: 'Search',
    repository,
    selector: selectorOf({ ...identity.right, sourcePath: path.right }, wanted),
  })
}

const invalid = (field: string, message: string): Step<never> =>
  wait({ _tag: 'InvalidSpec', problems: [{ field, message }] })
