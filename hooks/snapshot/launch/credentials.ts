import * as t from 'io-ts'
import { kubeObject } from '../../../api/kubernetes/object'
import { secretNames } from '../../core/mover-job'
import {
  caBundleNeeds,
  caBundleOf,
  credentialSecrets,
  describeRepository,
  keptSecrets,
  workloadIdentity,
} from '../../core/repository'
import { ask, chain, end, go, readStep, together, type Step } from '../../core/step'
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
      return end(missing('MissingCaBundle', bundle.message, 30))
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
          missing(
            'MissingServiceAccount',
            `ServiceAccount ${scene.namespace}/${name} of the repository's workload identity does not exist; create it.`,
            30,
          ),
        )
      : go(true),
  )
}

/** Movers take Secrets by name in their own namespace. What is in them is never read here, only under which keys. */
export const secretsThere = (scene: Scene, place: RepositoryPlace): Step<true, Move> => {
  const credentials = credentialSecrets(place.repository.spec)
  const steps = secretNames(credentials).map((name) => {
    const ref = { apiVersion: 'v1', kind: 'Secret', namespace: scene.namespace, name }
    const key = name === credentials.password.secret ? credentials.password.key : undefined
    return chain(readStep(secret, scene.reads, ref), (read) => {
      if (read._tag === 'Missing') return end(missingSecret(scene, place, name))
      const hasKey = key === undefined || read._tag !== 'Found' || read.value.data?.[key] !== undefined
      return hasKey ? go(true) : end(missingKey(place, `${scene.namespace}/${name}`, key))
    })
  })
  return chain(together<boolean, Move>(steps), () => go(true))
}

const secret = t.partial({ data: t.record(t.string, t.unknown) })

const missingKey = ({ ref }: RepositoryPlace, name: string, key: string): Move =>
  missing(
    'MissingCredentialsSecret',
    `Secret ${name} has no key ${key} with the password of ${describeRepository(ref)}; add it, or name its key in encryption.passwordSecretRef.key.`,
    30,
  )

const missingSecret = (scene: Scene, { ref, repository }: RepositoryPlace, name: string): Move => {
  const kept = keptSecrets(ref, repository.spec, scene.settings).find((secret) => secret.name === name)
  const where =
    kept === undefined || kept.namespace === scene.namespace
      ? 'Create it.'
      : `The repository keeps it in namespace ${kept.namespace}; copy it to ${scene.namespace}, for the mover runs here.`
  return missing(
    'MissingCredentialsSecret',
    `Secret ${scene.namespace}/${name} of ${describeRepository(ref)} does not exist. ${where}`,
    30,
  )
}

const missing = (reason: string, message: string, seconds: number): Move => {
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
