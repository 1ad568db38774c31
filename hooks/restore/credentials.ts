import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as t from 'io-ts'
import { objectMeta } from '../../api/kubernetes/object'
import { readAs } from '../core/kube'
import { secretNames } from '../core/mover-job'
import { resolveRepositoryRef, caBundleNeeds, caBundleOf, credentialSecrets, secretNeed } from '../core/repository'
import type { Circumstances } from '../hook'
import { ask, both, stop, wait, type Step } from './walk'
import type { ReadFrom } from './source/source'

const secret = t.type({ metadata: objectMeta })

/** The Secrets of a repository, there in the namespace of the mover. */
export const credentialsPresent = (
  namespace: string,
  { object, written }: ReadFrom,
  { reads }: Circumstances,
): Step<void> =>
  secretNames(credentialSecrets(object.spec))
    .map((name): Step<void> => {
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
          return wait({ _tag: 'MissingCredentials', secret: name, namespace, from: written.name })
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
