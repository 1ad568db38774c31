import * as E from 'fp-ts/Either'
import { readyTriple } from '../../core/conditions'
import { resolveIdentity } from '../../core/identity'
import { both, chain, end, go, together, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { blockedOn, refuse } from '../waiting'
import { beforeHooks } from '../user-hooks/before-hooks'
import { clearedGates } from './cleared-gates'
import { secretsThere, serviceAccountThere, trustStore } from './credentials'
import { fence, type Launch } from './fence'
import { moverLayers } from './layers'
import { moverPermitted } from './mover-permitted'
import { namespaceAllowed } from './namespace-allowed'
import { policyOf, type PolicyPlace } from './policy-of'
import { poolSlot } from './pool-slot'
import { preflightPasses } from './preflight'
import { repositoryOf, repositoryReady, type RepositoryPlace } from './repository-of'
import { frozenFacts, runJob, type RunParts } from './run-job'
import { sourceStep, sourceVolume } from './volume'

/**
 * Everything that has to hold before a run, then its Job. Each gate that does not hold says why and what to do. What can
 * be read together is: a call has but a few rounds.
 */
export const launch = (scene: Scene, job: Launch): Step<never, Move> =>
  chain(policyOf(scene), (policy) =>
    chain(both(sourceStep(scene, policy), repositoryOf(scene, policy)), ([source, repository]) =>
      chain(repositoryReady(repository), () =>
        chain(
          both(
            both(gates(scene, policy, repository, job), trustStore(scene, repository)),
            both(
              both(
                identityOf(policy, repository),
                job.attempt === 'second' ? go<true>(true) : beforeHooks(scene, policy),
              ),
              both(sourceVolume(scene, policy, repository, source), fence(scene, job)),
            ),
          ),
          ([[, caBundle], [[identity], [volume]]]) =>
            end(start(scene, { jobName: job.jobName, policy, repository, identity, source: volume, caBundle })),
        ),
      ),
    ),
  )

const gates = (
  scene: Scene,
  policy: PolicyPlace,
  repository: RepositoryPlace,
  { attempt }: Launch,
): Step<unknown, Move> =>
  together<unknown, Move>([
    namespaceAllowed(scene, repository),
    ...(attempt === 'second' ? [] : [preflightPasses(scene, policy, repository), poolSlot(scene, repository)]),
    serviceAccountThere(scene, repository),
    moverPermitted(scene, moverLayers(scene.snapshot, policy, repository)),
    secretsThere(scene, repository),
  ])

const identityOf = ({ policy }: PolicyPlace, { repository }: RepositoryPlace): Step<RunParts['identity'], Move> => {
  const identity = resolveIdentity(policy, repository.spec.identityDefaults)
  return E.isRight(identity)
    ? go(identity.right)
    : end(
        blockedOn({
          reason: 'InvalidSpec',
          message: `${identity.left.field}: ${identity.left.message}`,
          action: 'FixSpec',
        }),
      )
}

/** The Job is only asked for here; that it runs is said once it has been seen. */
const start = (scene: Scene, parts: RunParts): Move => {
  const job = runJob(scene, parts)
  if (E.isLeft(job))
    return refuse(
      {
        reason: 'InvalidSpec',
        message: `The run would take ${job.left.bytes} bytes to describe, at most ${job.left.limit} are possible; shorten files.ignoreRules, extraArgs or tags.`,
        action: 'FixSpec',
      },
      scene.now,
    )
  const message = 'The mover Job is being created. If it does not appear, the Events of this Snapshot say why.'
  return {
    status: { phase: scene.snapshot.status?.phase ?? 'Pending', ...frozenFacts(scene, parts) },
    clear: ['preflightSince'],
    conditions: [
      ...readyTriple('Reconciling', 'MoverJobCreating', message),
      ...clearedGates(scene.snapshot.status?.conditions, parts.source.stage !== undefined),
    ],
    create: { object: job.right, reason: 'the run is due and its Job is not there' },
    resyncAfterSeconds: 30,
  }
}
