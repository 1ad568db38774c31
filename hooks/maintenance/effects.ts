import * as O from 'fp-ts/Option'
import { pipe } from 'fp-ts/function'
import { Annotation } from '../../api/names/annotations'
import { API_VERSION } from '../../api/names/group'
import { cacheTakenMessage } from '../core/mover-job'
import { isReady, repositoryObjectRef } from '../core/repository'
import { formatInstant, parseInstant, type Instant } from '../core/time/instant'
import type { Effect } from '../effect'
import type { LaunchDecision } from './launch/decide-launch'
import { leaseAfter } from './lease-condition'
import type { EndedRun } from './run'
import type { Scene } from './scene'
import type { Found } from './status'

const MOST_DETAIL = 400
const REVERIFY_REST_MS = 60_000

/** What a run needs before it starts, and what has to be told of those that ended. */
export const effectsOf = (scene: Scene, { memory, launch }: Found): ReadonlyArray<Effect> => [
  ...(launch._tag === 'Start' ? launch.copies : []),
  ...(launch._tag === 'MakeCache' ? [{ _tag: 'CreateClaim', claim: launch.claim } as const] : []),
  ...cacheEvents(scene, launch),
  ...memory.news.flatMap((run) => [...failedEvent(scene, run), ...verify(scene, run)]),
  ...(launch._tag === 'Deferred' && launch.missing ? [missingDependency(scene, launch.message)] : []),
  ...(launch._tag === 'NotPermitted' ? [warning(scene, { ...launch, occasion: generationOf(scene) })] : []),
]

interface Told {
  readonly reason: string
  readonly action: string
  readonly message: string
  readonly occasion: string
}

const warning = (
  { maintenance: { metadata }, namespace }: Scene,
  { reason, action, message, occasion }: Told,
): Effect => ({
  _tag: 'EmitEvent',
  regarding: { apiVersion: API_VERSION, kind: 'Maintenance', namespace, name: metadata.name, uid: metadata.uid ?? '' },
  type: 'Warning',
  reason,
  action,
  message,
  occasion,
})

const failedEvent = (scene: Scene, { job, state: { report } }: EndedRun): ReadonlyArray<Effect> =>
  report._tag !== 'Failed'
    ? []
    : [
        warning(scene, {
          reason: 'MaintenanceFailed',
          action: 'CheckMaintenance',
          message:
            `${leaseAfter(scene.maintenance, report).message} ${report.detail.trim().slice(-MOST_DETAIL)}`.trim(),
          occasion: job.metadata.uid ?? '',
        }),
      ]

const missingDependency = (scene: Scene, message: string): Effect =>
  warning(scene, {
    reason: 'MissingDependency',
    action: 'CheckReferences',
    message,
    occasion: generationOf(scene),
  })

const cacheEvents = (scene: Scene, launch: LaunchDecision): ReadonlyArray<Effect> => {
  if (launch._tag === 'CacheRefused')
    return [
      warning(scene, {
        reason: 'CacheClaimRefused',
        action: 'CheckCacheClaim',
        message: launch.message,
        occasion: generationOf(scene),
      }),
    ]
  return launch._tag === 'Start' && launch.cache._tag === 'Taken' ? [cacheTaken(scene, launch.cache.claim)] : []
}

const cacheTaken = (scene: Scene, claim: string): Effect =>
  warning(scene, {
    reason: 'CacheClaimTaken',
    action: 'RenameMaintenance',
    message: cacheTakenMessage(claim, 'Maintenance'),
    occasion: claim,
  })

const generationOf = ({ maintenance: { metadata } }: Scene): string => String(metadata.generation ?? 0)

/** A failure may be the backend's: a ready repository is asked to look, at most once a minute. */
const verify = ({ ref, repository }: Scene, { state: { at, report } }: EndedRun): ReadonlyArray<Effect> =>
  report._tag !== 'Failed' ||
  repository === undefined ||
  !isReady(repository) ||
  at < lastAsked(repository) + REVERIFY_REST_MS
    ? []
    : [
        {
          _tag: 'Annotate',
          ref: repositoryObjectRef(ref),
          uid: repository.metadata.uid ?? '',
          annotations: { [Annotation.reverifyRequestedAt]: formatInstant(at) },
        },
      ]

const lastAsked = ({ metadata }: NonNullable<Scene['repository']>): Instant =>
  pipe(
    O.fromNullable(metadata.annotations?.[Annotation.reverifyRequestedAt]),
    O.chain(parseInstant),
    O.getOrElse(() => -Infinity),
  )
