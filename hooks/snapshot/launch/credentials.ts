import { kubeObject } from '../../../api/kubernetes/object'
import { MOVER_ROLE } from '../../core/mover-job'
import { caBundleNeeds, caBundleOf, workloadIdentity } from '../../core/repository'
import { ask, chain, end, go, readStep, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { blockedOn, waitFor, type Obstacle } from '../waiting'
import type { PolicyPlace } from './policy-of'
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

/** Movers get their account where a policy lives. A run of a policy elsewhere may find none, and its Job would make no pod. */
export const moverAccountThere = (scene: Scene, policy: PolicyPlace, repository: RepositoryPlace): Step<true, Move> => {
  const { serviceAccount: name, inPods } = scene.settings.mover
  const hasAccount = policy.namespace === scene.namespace || workloadIdentity(repository.repository.spec) !== undefined
  if (inPods === false || hasAccount) return go(true)
  const ref = { apiVersion: 'v1', kind: 'ServiceAccount', namespace: scene.namespace, name }
  return chain(readStep(kubeObject, scene.reads, ref), (read) =>
    read._tag === 'Missing' ? end(blockedOn(noAccount(scene.namespace, name), 30)) : go(true),
  )
}

const noAccount = (namespace: string, name: string): Obstacle => ({
  reason: 'MissingServiceAccount',
  message: `Movers have no ServiceAccount in namespace ${namespace}, for its Snapshots belong to a policy elsewhere. Create it: kubectl -n ${namespace} create serviceaccount ${name} && kubectl -n ${namespace} create rolebinding ${name} --clusterrole=${MOVER_ROLE} --serviceaccount=${namespace}:${name}`,
  action: 'CreateServiceAccount',
})

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
