import { kubeObject } from '../../../api/kubernetes/object'
import { caBundleNeeds, caBundleOf, workloadIdentity } from '../../core/repository'
import { ask, chain, end, go, readStep, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { blockedOn, waitFor } from '../waiting'
import type { RepositoryPlace } from './repository-of'

/** The trust store of the backend: its PEM text, or nothing where it wants none. */
export const trustStore = (scene: Scene, { ref, repository }: RepositoryPlace): Step<string | undefined, Move> => {
  const bundle = caBundleOf(ref, repository.spec, scene.settings, scene.reads)
  switch (bundle._tag) {
    case 'NotRead':
      return ask(caBundleNeeds(ref, repository.spec, scene.settings))
    case 'None':
      return go(undefined)
    case 'Pem':
      return go(bundle.pem)
    case 'Unusable':
      return end(missingCredentials('MissingCaBundle', bundle.message, 30))
  }
}

/** The ServiceAccount of a workload identity is the user's own; only its being there is checked. */
export const serviceAccountThere = (scene: Scene, { repository }: RepositoryPlace): Step<true, Move> => {
  const name = workloadIdentity(repository.spec)
  if (name === undefined) return go(true)
  const ref = { apiVersion: 'v1', kind: 'ServiceAccount', namespace: scene.namespace, name }
  return chain(readStep(kubeObject, scene.reads, ref), (read) =>
    read._tag === 'Missing'
      ? end(
          missingCredentials(
            'MissingServiceAccount',
            `ServiceAccount ${scene.namespace}/${name} of the repository's workload identity does not exist; create it.`,
            30,
          ),
        )
      : go(true),
  )
}

/** What is missing to log in, said beside the ready triple. */
export const missingCredentials = (reason: string, message: string, seconds: number): Move => {
  const obstacle = {
    reason,
    message,
    conditions: [{ type: 'CredentialsAvailable', status: 'False', reason, message }] as const,
    action: 'CheckReferences',
  }
  return reason === 'MissingCaBundle'
    ? waitFor(obstacle, seconds)
    : { ...blockedOn(obstacle), resyncAfterSeconds: seconds }
}
