import * as t from 'io-ts'
import { getNeed, type Need, type Reads } from '../../need'
import type { Settings } from '../../settings'
import { readAs } from '../kube'
import { secretNames } from '../mover-job'
import type { RepositoryRef } from '../names'
import type { AnyRepository } from './any-repository'
import { caBundleNeeds, caBundleOf } from './ca-bundle'
import { credentialSecrets, secretNeed, workloadIdentity } from './credentials'

/** Whether everything is there that a Job needs to log in. `NotRead`: ask for the needs first. */
export type Credentials =
  | { readonly _tag: 'NotRead' }
  | {
      readonly _tag: 'Available'
      /** resourceVersions of the Secrets: it changes when one of them does. */
      readonly version: string
      readonly caBundle?: string
    }
  | { readonly _tag: 'Missing'; readonly reason: MissingReason; readonly message: string }

type MissingReason = 'MissingCredentialsSecret' | 'MissingServiceAccount' | 'MissingCaBundle'

/** A repository and the namespace in which a Job for it is to run. */
export interface CredentialPlace {
  readonly ref: RepositoryRef
  readonly repository: Pick<AnyRepository, 'spec'>
  readonly namespace: string
  readonly settings: Pick<Settings, 'operatorNamespace'>
}

export const credentialNeeds = ({
  ref,
  repository: { spec },
  namespace,
  settings,
}: CredentialPlace): ReadonlyArray<Need> => [
  ...secretNames(credentialSecrets(spec)).map((name) => secretNeed(namespace, name)),
  ...accounts(spec).map((name) => accountNeed(namespace, name)),
  ...caBundleNeeds(ref, spec, settings),
]

export const credentialsOf = (place: CredentialPlace, reads: Reads): Credentials => {
  const secrets = secretNames(credentialSecrets(place.repository.spec)).map((name) => secretState(place, name, reads))
  const missing = secrets.find(({ _tag }) => _tag === 'Missing') ?? missingAccount(place, reads)
  const bundle = caBundleOf(place.ref, place.repository.spec, place.settings, reads)
  if (missing?._tag === 'Missing') return missing
  if (bundle._tag === 'Unusable') return { _tag: 'Missing', reason: 'MissingCaBundle', message: bundle.message }
  return bundle._tag === 'NotRead' || secrets.some(({ _tag }) => _tag === 'NotRead')
    ? { _tag: 'NotRead' }
    : {
        _tag: 'Available',
        version: secrets.flatMap((secret) => (secret._tag === 'Available' ? [secret.version] : [])).join(','),
        ...(bundle._tag === 'Pem' ? { caBundle: bundle.pem } : {}),
      }
}

const secret = t.intersection([
  t.type({ metadata: t.intersection([t.type({ name: t.string }), t.partial({ resourceVersion: t.string })]) }),
  t.partial({ data: t.record(t.string, t.string) }),
])

const secretState = (place: CredentialPlace, name: string, reads: Reads): Credentials => {
  const read = readAs(secret)(reads, secretNeed(place.namespace, name))
  switch (read._tag) {
    case 'NotRead':
      return read
    case 'Missing':
      return missingSecret(place, name, 'does not exist; create it there')
    case 'Forbidden':
      return missingSecret(place, name, 'may not be read; grant the service get on Secrets there')
    case 'Unreadable':
      return missingSecret(place, name, 'cannot be read')
    case 'Found': {
      const { password } = credentialSecrets(place.repository.spec)
      return password.secret === name && read.value.data?.[password.key] === undefined
        ? missingSecret(place, name, `has no key ${password.key} with the password of the repository; add it`)
        : { _tag: 'Available', version: read.value.metadata.resourceVersion ?? '' }
    }
  }
}

const missingSecret = ({ namespace }: CredentialPlace, name: string, what: string): Credentials => ({
  _tag: 'Missing',
  reason: 'MissingCredentialsSecret',
  message: `Secret ${namespace}/${name} ${what}. It goes on by itself as soon as it is there.`,
})

const accounts = (spec: AnyRepository['spec']): ReadonlyArray<string> => {
  const account = workloadIdentity(spec)
  return account === undefined ? [] : [account]
}

const accountNeed = (namespace: string, name: string): Need =>
  getNeed({ apiVersion: 'v1', kind: 'ServiceAccount', namespace, name })

const missingAccount = ({ repository: { spec }, namespace }: CredentialPlace, reads: Reads): Credentials | undefined =>
  accounts(spec)
    .filter((name) => readAs(t.unknown)(reads, accountNeed(namespace, name))._tag === 'Missing')
    .map((name): Credentials => ({
      _tag: 'Missing',
      reason: 'MissingServiceAccount',
      message: `ServiceAccount ${namespace}/${name} of spec.backend's workloadIdentity does not exist; create it with its cloud role.`,
    }))[0]
