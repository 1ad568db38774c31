import { Annotation } from '../../../api/names/annotations'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import { API_VERSION } from '../../../api/names/group'
import type { CredentialSecrets } from '../../core/mover-job'
import { capName } from '../../core/names'
import {
  credentialNeeds,
  credentialSecrets,
  credentialsOf,
  describeRepository,
  keptSecrets,
  type AnyRepository,
  type CredentialPlace,
  type KeptSecret,
} from '../../core/repository'
import type { Effect } from '../../effect'
import type { Need } from '../../need'
import type { Scene } from '../scene'
import { isManagedBy } from './is-managed-by'

/** The Secrets of one run under the names they have in its namespace, and the copies that have to be made first. */
export type RunCredentials =
  | { readonly _tag: 'NotRead' }
  | { readonly _tag: 'Missing'; readonly reason: string; readonly message: string }
  | {
      readonly _tag: 'Available'
      readonly secrets: CredentialSecrets
      readonly caBundle?: string
      readonly copies: ReadonlyArray<Effect>
    }

export const runCredentialNeeds = (scene: Scene, repository: AnyRepository): ReadonlyArray<Need> =>
  refusal(scene, repository) === undefined ? credentialNeeds(place(scene, repository)) : []

export const runCredentials = (scene: Scene, repository: AnyRepository): RunCredentials => {
  const refused = refusal(scene, repository)
  if (refused !== undefined) return refused
  const found = credentialsOf(place(scene, repository), scene.reads)
  if (found._tag !== 'Available') return found
  const elsewhere = isElsewhere(scene, repository)
  return {
    _tag: 'Available',
    secrets: elsewhere ? copiedSecrets(scene, repository) : credentialSecrets(repository.spec),
    ...(found.caBundle === undefined ? {} : { caBundle: found.caBundle }),
    copies: elsewhere ? kept(scene, repository).map(copyOf(scene)) : [],
  }
}

const kept = ({ ref, settings }: Scene, { spec }: AnyRepository): ReadonlyArray<KeptSecret> =>
  keptSecrets(ref, spec, settings)

const isElsewhere = (scene: Scene, repository: AnyRepository): boolean =>
  kept(scene, repository).some(({ namespace }) => namespace !== scene.namespace)

const place = (scene: Scene, repository: AnyRepository): CredentialPlace => ({
  ref: scene.ref,
  repository,
  namespace: kept(scene, repository)[0]?.namespace ?? scene.namespace,
  settings: scene.settings,
})

/** Copying needs a word of both sides; what a repository made for itself has that of its owner. */
const refusal = (
  scene: Scene,
  repository: AnyRepository,
): Extract<RunCredentials, { readonly _tag: 'Missing' }> | undefined => {
  if (!isElsewhere(scene, repository)) return undefined
  const { spec } = scene.maintenance
  const from = describeRepository(scene.ref)
  if (spec.credentialProjection?.enabled !== true)
    return missing(
      `The Secrets of ${from} are in another namespace. Set spec.credentialProjection.enabled: true to have them copied, or move this Maintenance there.`,
    )
  const allowed = repository.kind === 'Repository' || repository.spec.credentialProjection?.allowed === true
  if (!isManagedBy(scene.maintenance, repository) && !allowed)
    return missing(
      `${from} does not allow copies of its Secrets. Its owner can set spec.credentialProjection.allowed: true.`,
    )
  const [refused] = scene.refusals.filter(({ effect }) => effect._tag === 'CopySecret')
  return refused === undefined
    ? undefined
    : missing(
        `The Secrets of ${from} could not be copied to namespace ${scene.namespace}: ${refused.message}. Grant the service create and update on Secrets there.`,
      )
}

const missing = (message: string): Extract<RunCredentials, { readonly _tag: 'Missing' }> => ({
  _tag: 'Missing',
  reason: 'MissingCredentialsSecret',
  message,
})

const copyName = ({ maintenance }: Scene, index: number): string =>
  capName(`${maintenance.metadata.name}-maint-creds-${index}`)

const copiedSecrets = (scene: Scene, { spec }: AnyRepository): CredentialSecrets => {
  const { password, backend } = credentialSecrets(spec)
  return {
    password: { secret: copyName(scene, 0), key: password.key },
    ...(backend === undefined ? {} : { backend: copyName(scene, backend === password.secret ? 0 : 1) }),
  }
}

const copyOf =
  (scene: Scene) =>
  ({ namespace, name }: KeptSecret, index: number): Effect => ({
    _tag: 'CopySecret',
    from: { apiVersion: 'v1', kind: 'Secret', namespace, name },
    to: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: copyName(scene, index),
        namespace: scene.namespace,
        labels: { [Label.managedBy]: MANAGED_BY, [Label.component]: 'credentials', [Label.credsScope]: 'cr' },
        annotations: { [Annotation.projectedFrom]: `${namespace}/${name}` },
        ownerReferences: [
          {
            apiVersion: API_VERSION,
            kind: 'Maintenance',
            name: scene.maintenance.metadata.name,
            uid: scene.maintenance.metadata.uid ?? '',
            controller: true,
            blockOwnerDeletion: false,
          },
        ],
      },
    },
  })
