import * as E from 'fp-ts/Either'
import type { SnapshotStatus } from '../../../api/kinds/snapshot'
import { kubeObject } from '../../../api/kubernetes/object'
import type { RepositoryRef } from '../../core/names'
import {
  describeRepository,
  isReadOnly,
  isReady,
  readRepository,
  repositoryNeed,
  resolveRepositoryRef,
  type AnyRepository,
} from '../../core/repository'
import { ask, both, chain, go, readStep, type Step } from '../../core/step'
import { trustStore } from '../launch/credentials'
import { runSecrets, type RunSecrets } from '../launch/run-secrets'
import { stay, type Move } from '../move'
import { podsGone } from '../../core/snapshot-run'
import { jobRef, type Scene } from '../scene'
import { pinJob, pinJobName } from './pin-job'

type KopiaSnapshot = NonNullable<SnapshotStatus['snapshot']>

const RETRY_SECONDS = 60

/** The pin Job, once the repository is there to take it. What stands in the way is said in condition `Pinned`. */
export const launchPin = (scene: Scene, target: boolean, saved: KopiaSnapshot): Step<Move, never> => {
  const written = scene.snapshot.status?.resolved?.repository ?? scene.snapshot.spec.repository
  if (written === undefined)
    return go(waits('RepositoryUnknown', 'It is not known which repository holds this snapshot; set spec.repository.'))
  const ref = resolveRepositoryRef(written, scene.namespace)
  const read = readRepository(scene.reads, ref)
  if (read._tag === 'NotRead') return ask([repositoryNeed(ref)])
  if (read._tag !== 'Found')
    return go(waits('RepositoryNotReady', `${describeRepository(ref)} cannot be read; see that it exists.`))
  return ofRepository(scene, { ref, repository: read.value }, { target, saved })
}

interface Wish {
  readonly target: boolean
  readonly saved: KopiaSnapshot
}

const ofRepository = (
  scene: Scene,
  place: { readonly ref: RepositoryRef; readonly repository: AnyRepository },
  wish: Wish,
): Step<Move, never> => {
  const name = describeRepository(place.ref)
  if (isReadOnly(place.repository))
    return go(waits('RepositoryReadOnly', `${name} has mode ReadOnly; pins cannot be changed there.`))
  if (!isReady(place.repository)) return go(waits('RepositoryNotReady', `${name} is not Ready; the pin waits for it.`))
  const ready = both(both(runSecrets(scene, place, projectionOf(scene)), trustStore(scene, place)), others(scene))
  if (ready._tag === 'End') return go(waits('CredentialsMissing', `The credentials of ${name} are not complete.`))
  return chain(ready, ([[secrets, caBundle], [read, isQuiet]]) => {
    if (read._tag !== 'Missing') return go(stay(2))
    return go(isQuiet ? create(scene, place, { ...wish, secrets, caBundle }) : ENDING)
  })
}

/** Two pins at once would leave two manifests of one snapshot, and a deleted Job leaves its pod some minutes to end. */
const others = (scene: Scene) => {
  const name = pinJobName(scene.snapshot)
  return both(readStep(kubeObject, scene.reads, jobRef(scene.namespace, name)), podsGone(scene, name))
}

const projectionOf = ({ snapshot }: Scene) => ({
  enabled: snapshot.status?.resolved?.credentialProjection?.enabled === true,
  prefix: `${snapshot.metadata.name}-pin`,
})

const create = (
  scene: Scene,
  place: { readonly ref: RepositoryRef; readonly repository: AnyRepository },
  wish: Wish & { readonly secrets: RunSecrets; readonly caBundle: string | undefined },
): Move => {
  const job = pinJob(scene, place, wish)
  return E.isLeft(job)
    ? waits('InvalidSpec', `The pin Job would take ${job.left.bytes} bytes to describe.`)
    : {
        create: { object: job.right, reason: `spec.pin is ${wish.target}` },
        effects: wish.secrets.copies,
        resyncAfterSeconds: 30,
      }
}

const waits = (reason: string, message: string): Move => ({
  conditions: [{ type: 'Pinned', status: 'Unknown', reason, message }],
  resyncAfterSeconds: RETRY_SECONDS,
})

const ENDING: Move = {
  ...waits('PinJobEnding', 'The pin Job was deleted; its pod is still ending. Another Job takes over then.'),
  resyncAfterSeconds: 10,
}
