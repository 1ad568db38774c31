import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as t from 'io-ts'
import type { Restore } from '../../api/kinds/restore'
import { objectMeta } from '../../api/kubernetes/object'
import { Annotation } from '../../api/names/annotations'
import { Label, MANAGED_BY } from '../../api/names/labels'
import { readAs } from '../core/kube'
import type { CredentialSecrets } from '../core/mover-job'
import { capName } from '../core/names'
import { credentialSecrets, secretNeed, type AnyRepository, type KeptSecret } from '../core/repository'
import type { Effect } from '../effect'
import type { Circumstances } from '../hook'
import { namespaceOf, ownerName } from './names'
import { ask, both, type Step } from './walk'

/** At most the password's and the backend's. */
const COPIES = [0, 1]

export const copyName = ({ metadata }: Pick<Restore, 'metadata'>, index: number): string =>
  capName(`${metadata.name}-restore-creds-${index}`)

export const copiedSecrets = (restore: Restore, spec: AnyRepository['spec']): CredentialSecrets => {
  const { password, backend } = credentialSecrets(spec)
  return {
    password: { secret: copyName(restore, 0), key: password.key },
    ...(backend === undefined ? {} : { backend: copyName(restore, backend === password.secret ? 0 : 1) }),
  }
}

/** The Restore owns its copies: they go with it, whatever happens before. */
export const copyEffects = (restore: Restore, kept: ReadonlyArray<KeptSecret>): ReadonlyArray<Effect> =>
  kept.map(({ name, namespace }, index) => ({
    _tag: 'CopySecret',
    from: { apiVersion: 'v1', kind: 'Secret', namespace, name },
    to: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: copyName(restore, index),
        namespace: namespaceOf(restore),
        labels: { [Label.managedBy]: MANAGED_BY, [Label.component]: 'credentials', [Label.credsScope]: 'cr' },
        annotations: { [Annotation.projectedFrom]: `${namespace}/${name}` },
        ownerReferences: [
          {
            apiVersion: restore.apiVersion,
            kind: restore.kind,
            name: ownerName(restore),
            uid: restore.metadata.uid ?? '',
            controller: true,
            blockOwnerDeletion: false,
          },
        ],
      },
    },
  }))

const copy = t.type({ metadata: objectMeta })

/** Copies are of no use once the run has ended. Only those that this Restore owns are taken away. */
export const spentCopies = (restore: Restore, { reads }: Circumstances): Step<ReadonlyArray<Effect>> => {
  if (restore.spec.credentialProjection?.enabled !== true) return E.right([])
  const namespace = namespaceOf(restore)
  return COPIES.map((index): Step<ReadonlyArray<Effect>> => {
    const name = copyName(restore, index)
    const need = secretNeed(namespace, name)
    const read = readAs(copy)(reads, need)
    if (read._tag === 'NotRead') return ask(need)
    const metadata = read._tag === 'Found' ? read.value.metadata : undefined
    return metadata?.ownerReferences?.some(({ uid }) => uid === restore.metadata.uid) === true
      ? E.right([
          {
            _tag: 'DeleteSecret',
            ref: { apiVersion: 'v1', kind: 'Secret', namespace, name },
            uid: metadata.uid ?? '',
            resourceVersion: metadata.resourceVersion ?? '',
          },
        ])
      : E.right([])
  }).reduce(
    (all, one) =>
      pipe(
        both(all, one),
        E.map(([effects, more]) => [...effects, ...more]),
      ),
    E.right([]),
  )
}
