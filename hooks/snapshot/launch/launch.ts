import * as E from 'fp-ts/Either'
import { readyTriple } from '../../core/conditions'
import { resolveIdentity } from '../../core/identity'
import type { Source } from '../../core/snapshot-run'
import { both, chain, end, go, together, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { blockedOn, refuse } from '../waiting'
import { beforeHooks } from '../user-hooks/before-hooks'
import { lastingCache } from './cache-claim'
import { clearedGates } from './cleared-gates'
import { moverAccountThere, serviceAccountThere, trustStore } from './credentials'
import { fence, type Launch } from './fence'
import { withInherited, type Inherited } from './inherited-layer'
import { moverLayers } from './layers'
import { moverPermitted } from './mover-permitted'
import { namespaceAllowed } from './namespace-allowed'
import { policyOf, type PolicyPlace } from './policy-of'
import { poolSlot } from './pool-slot'
import { preflightPasses } from './preflight'
import { repositoryOf, repositoryReady, type RepositoryPlace } from './repository-of'
import { frozenFacts, runJob, type RunParts } from './run-job'
import { repositoryVolumeThere } from './repository-volume'
import { runSecrets, type Projection } from './run-secrets'
import { stackThere } from './staging'
import { sourceAhead, sourceVolume } from './volume'

/**
 * Everything that has to hold before a run, then its Job. Each gate that does not hold says why and what to do. What can
 * be read together is: a call has but a few rounds.
 */
export const launch = (scene: Scene, job: Launch): Step<never, Move> =>
  chain(policyOf(scene), (policy) =>
    chain(both(sourceAhead(scene, policy), repositoryOf(scene, policy)), ([source, repository]) =>
      chain(repositoryReady(repository), () =>
        chain(
          both(
            preparation(scene, { policy, repository, source, job }),
            both(fence(scene, job), sourceVolume(scene, policy, repository, source)),
          ),
          ([prepared, [, volume]]) =>
            end(start(scene, { jobName: job.jobName, policy, repository, source: volume, ...prepared })),
        ),
      ),
    ),
  )

interface Plan {
  readonly policy: PolicyPlace
  readonly repository: RepositoryPlace
  readonly source: Source
  readonly job: Launch
}

/** The gates in the order in which they speak, and what each of them found. */
const preparation = (
  scene: Scene,
  plan: Plan,
): Step<Pick<RunParts, 'identity' | 'inherited' | 'secrets' | 'caBundle' | 'cache'>, Move> => {
  const { policy, repository, job } = plan
  return chain(
    both(
      both(admission(scene, plan), layersOf(scene, plan)),
      both(
        both(
          both(runSecrets(scene, repository, projectionOf(scene, policy)), trustStore(scene, repository)),
          lastingCache(scene, policy, repository),
        ),
        both(identityOf(policy, repository), job.attempt === 'second' ? go(true) : beforeHooks(scene, policy)),
      ),
    ),
    ([[, inherited], [[[secrets, caBundle], cache], [identity]]]) =>
      go({ identity, inherited, secrets, caBundle, cache }),
  )
}

const admission = (scene: Scene, { policy, repository, source, job }: Plan): Step<unknown, Move> =>
  together<unknown, Move>([
    namespaceAllowed(scene, repository),
    ...(job.attempt === 'second' ? [] : [preflightPasses(scene, policy, repository), poolSlot(scene, repository)]),
    serviceAccountThere(scene, repository),
    moverAccountThere(scene, policy, repository),
    repositoryVolumeThere(scene, repository),
    stackThere(scene, policy, source),
  ])

/** The settings of the mover, those of a workload among them, and the namespace's word to what they ask for. */
const layersOf = (scene: Scene, { policy, repository, source }: Plan): Step<Inherited, Move> =>
  chain(
    withInherited(scene, moverLayers(scene.snapshot, policy, repository), {
      from:
        scene.snapshot.spec.mover?.inheritSecurityContextFrom ?? policy.policy.spec.mover?.inheritSecurityContextFrom,
      claim: source._tag === 'Claim' ? source.claim : undefined,
    }),
    (inherited) => chain(moverPermitted(scene, inherited.layers), () => go(inherited)),
  )

const projectionOf = ({ snapshot }: Scene, { policy }: PolicyPlace): Projection => ({
  enabled: policy.spec.credentialProjection?.enabled === true,
  prefix: snapshot.metadata.name,
})

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
    status: { phase: scene.snapshot.status?.phase ?? 'Pending', ...frozenFacts(parts) },
    clear: ['preflightSince'],
    conditions: [
      ...readyTriple('Reconciling', 'MoverJobCreating', message),
      ...clearedGates(scene.snapshot.status?.conditions, parts.source.stage !== undefined),
      ...(parts.inherited.condition === undefined ? [] : [parts.inherited.condition]),
    ],
    effects: [...parts.secrets.copies, ...parts.cache.effects],
    create: { object: job.right, reason: 'the run is due and its Job is not there' },
    resyncAfterSeconds: 30,
  }
}
