import * as t from 'io-ts'
import { Annotation } from '../../../api/names/annotations'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import type { CredentialSecrets } from '../../core/mover-job'
import { capName } from '../../core/names'
import { credentialSecrets, describeRepository, keptSecrets, type KeptSecret } from '../../core/repository'
import { chain, end, go, readStep, together, type Step } from '../../core/step'
import type { Effect } from '../../effect'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { missingCredentials } from './credentials'
import type { RepositoryPlace } from './repository-of'

/** Secrets by the names a Job finds them under, and the copies that have to be made before it. */
export interface RunSecrets {
  readonly secrets: CredentialSecrets
  readonly copies: ReadonlyArray<Effect>
}

export interface Projection {
  /** The consumer wants Secrets of another namespace copied for it. */
  readonly enabled: boolean
  /** First part of the names of the copies. */
  readonly prefix: string
}

/**
 * Movers take Secrets by name in their own namespace. Where the repository keeps them elsewhere they are copied if both
 * sides agreed to that, else whoever runs the namespace has put them there. What is in them is never read.
 */
export const runSecrets = (scene: Scene, place: RepositoryPlace, projection: Projection): Step<RunSecrets, Move> => {
  const { spec } = place.repository
  const kept = keptSecrets(place.ref, spec, scene.settings)
  const copied = projection.enabled && kept.some(({ namespace }) => namespace !== scene.namespace)
  if (!copied)
    return chain(allThere(scene, place, kept.map(here(scene))), () =>
      go({ secrets: credentialSecrets(spec), copies: [] }),
    )
  const refusal = refusalOf(scene, place)
  return refusal === undefined
    ? chain(allThere(scene, place, kept), () =>
        go({
          secrets: copiedSecrets(spec, projection),
          copies: kept.map((secret, index) => copyOf(scene, secret, copyName(projection, index))),
        }),
      )
    : end(missingCredentials('MissingCredentialsSecret', refusal, 60))
}

const here =
  ({ namespace }: Scene) =>
  ({ name }: KeptSecret): KeptSecret => ({ name, namespace })

const secret = t.partial({ data: t.record(t.string, t.unknown) })

const allThere = (scene: Scene, place: RepositoryPlace, wanted: ReadonlyArray<KeptSecret>): Step<unknown, Move> => {
  const { password } = credentialSecrets(place.repository.spec)
  return together<boolean, Move>(
    wanted.map(({ name, namespace }) =>
      chain(readStep(secret, scene.reads, { apiVersion: 'v1', kind: 'Secret', namespace, name }), (read) => {
        if (read._tag === 'Missing') return end(missingSecret(scene, place, { name, namespace }))
        const lacksKey =
          read._tag === 'Found' && name === password.secret && read.value.data?.[password.key] === undefined
        return lacksKey ? end(missingKey(place, `${namespace}/${name}`, password.key)) : go(true)
      }),
    ),
  )
}

const missingKey = ({ ref }: RepositoryPlace, name: string, key: string): Move =>
  missingCredentials(
    'MissingCredentialsSecret',
    `Secret ${name} has no key ${key} with the password of ${describeRepository(ref)}; add it, or name its key in encryption.passwordSecretRef.key.`,
    30,
  )

const missingSecret = (scene: Scene, { ref, repository }: RepositoryPlace, { name, namespace }: KeptSecret): Move => {
  const kept = keptSecrets(ref, repository.spec, scene.settings).find((one) => one.name === name)
  const where =
    kept === undefined || kept.namespace === namespace
      ? 'Create it.'
      : `The repository keeps it in namespace ${kept.namespace}; copy it to ${namespace}, for the mover runs here, or set credentialProjection.enabled on the policy.`
  return missingCredentials(
    'MissingCredentialsSecret',
    `Secret ${namespace}/${name} of ${describeRepository(ref)} does not exist. ${where}`,
    30,
  )
}

const refusalOf = (scene: Scene, { ref, repository }: RepositoryPlace): string | undefined => {
  const name = describeRepository(ref)
  if (repository.kind === 'ClusterRepository' && repository.spec.credentialProjection?.allowed !== true)
    return `${name} does not allow copies of its Secrets. Its owner can set spec.credentialProjection.allowed: true.`
  const refused = scene.refusals.find(({ effect }) => effect._tag === 'CopySecret')
  return refused === undefined
    ? undefined
    : `The Secrets of ${name} could not be copied to namespace ${scene.namespace}: ${refused.message}. Grant the service create and update on Secrets there.`
}

export const copyName = ({ prefix }: Pick<Projection, 'prefix'>, index: number): string =>
  capName(`${prefix}-creds-${index}`)

const copiedSecrets = (spec: RepositoryPlace['repository']['spec'], projection: Projection): CredentialSecrets => {
  const { password, backend } = credentialSecrets(spec)
  return {
    password: { secret: copyName(projection, 0), key: password.key },
    ...(backend === undefined ? {} : { backend: copyName(projection, backend === password.secret ? 0 : 1) }),
  }
}

const copyOf = ({ snapshot, namespace, uid }: Scene, from: KeptSecret, name: string): Effect => ({
  _tag: 'CopySecret',
  from: { apiVersion: 'v1', kind: 'Secret', namespace: from.namespace, name: from.name },
  to: {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      namespace,
      labels: { [Label.managedBy]: MANAGED_BY, [Label.component]: 'credentials', [Label.credsScope]: 'cr' },
      annotations: { [Annotation.projectedFrom]: `${from.namespace}/${from.name}` },
      ownerReferences: [
        {
          apiVersion: snapshot.apiVersion,
          kind: snapshot.kind,
          name: snapshot.metadata.name,
          uid,
          controller: true,
          blockOwnerDeletion: false,
        },
      ],
    },
  },
})
