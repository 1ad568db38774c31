import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as t from 'io-ts'
import type { Restore } from '../../api/kinds/restore'
import { objectMeta } from '../../api/kubernetes/object'
import { readAs } from '../core/kube'
import type { CredentialSecrets } from '../core/mover-job'
import {
  caBundleNeeds,
  caBundleOf,
  credentialSecrets,
  keptSecrets,
  resolveRepositoryRef,
  secretNeed,
  type KeptSecret,
} from '../core/repository'
import type { Effect } from '../effect'
import type { Circumstances } from '../hook'
import { copiedSecrets, copyEffects } from './credential-copies'
import { namespaceOf } from './names'
import type { ReadFrom } from './source/source'
import { ask, both, stop, wait, type Step } from './walk'

/** Secrets by the names the mover finds them under, and the copies that have to be made before it. */
export interface RunCredentials {
  readonly secrets: CredentialSecrets
  readonly copies: ReadonlyArray<Effect>
}

/**
 * Movers take Secrets by name in their own namespace. Where the repository keeps them elsewhere they are copied if both
 * sides agreed to that, else somebody has put them there.
 */
export const runCredentials = (
  restore: Restore,
  from: ReadFrom,
  circumstances: Circumstances,
): Step<RunCredentials> => {
  const namespace = namespaceOf(restore)
  const { spec } = from.object
  const kept = keptSecrets(resolveRepositoryRef(from.written, namespace), spec, circumstances.settings)
  const copied =
    restore.spec.credentialProjection?.enabled === true && kept.some((secret) => secret.namespace !== namespace)
  if (!copied)
    return pipe(
      allThere(
        kept.map(({ name }) => ({ name, namespace })),
        from,
        circumstances,
      ),
      E.map(() => ({ secrets: credentialSecrets(spec), copies: [] })),
    )
  const refusal = refusalOf(from, circumstances)
  if (refusal !== undefined) return wait({ _tag: 'CopyRefused', why: refusal })
  return pipe(
    allThere(kept, from, circumstances),
    E.map(() => ({ secrets: copiedSecrets(restore, spec), copies: copyEffects(restore, kept) })),
  )
}

const refusalOf = ({ object }: ReadFrom, { refusals }: Circumstances): string | undefined => {
  const name = `${object.kind} ${object.metadata.name}`
  if (object.kind === 'ClusterRepository' && object.spec.credentialProjection?.allowed !== true)
    return `${name} does not allow copies of its Secrets. Its owner can set spec.credentialProjection.allowed: true.`
  const refused = refusals.find(({ effect }) => effect._tag === 'CopySecret')
  return refused === undefined ? undefined : `The Secrets of ${name} could not be copied: ${refused.message}`
}

const secret = t.type({ metadata: objectMeta })

const allThere = (wanted: ReadonlyArray<KeptSecret>, from: ReadFrom, { reads }: Circumstances): Step<void> =>
  wanted
    .map(({ name, namespace }): Step<void> => {
      const need = secretNeed(namespace, name)
      const read = readAs(secret)(reads, need)
      switch (read._tag) {
        case 'NotRead':
          return ask(need)
        case 'Found':
        case 'Unreadable':
        case 'Forbidden':
          return E.right(undefined)
        case 'Missing':
          return wait({ _tag: 'MissingCredentials', secret: name, namespace, from: from.written.name })
      }
    })
    .reduce((all, one) => pipe(both(all, one), E.asUnit), E.right(undefined))

/** PEM text of the repository's trust store; nothing where the backend wants none. */
export const trustStore = (
  namespace: string,
  { object, written }: ReadFrom,
  { reads, settings }: Circumstances,
): Step<string | undefined> => {
  const ref = resolveRepositoryRef(written, namespace)
  const bundle = caBundleOf(ref, object.spec, settings, reads)
  switch (bundle._tag) {
    case 'None':
      return E.right(undefined)
    case 'Pem':
      return E.right(bundle.pem)
    case 'NotRead':
      return stop({ _tag: 'Ask', needs: caBundleNeeds(ref, object.spec, settings) })
    case 'Unusable':
      return wait({ _tag: 'MissingCaBundle', message: bundle.message })
  }
}
