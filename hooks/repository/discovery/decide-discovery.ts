import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { ConditionUpdate } from '../../core/conditions'
import type { Instant } from '../../core/time/instant'
import type { Circumstances } from '../../hook'
import type { Need } from '../../need'
import type { AnyStatus } from '../any-status'
import type { EventDraft } from '../event-draft'
import type { Observed } from '../observed'
import { withConditions } from '../status-conditions'
import { attemptOf, type Attempt } from './attempt'
import { credentialNeeds, credentialsOf, type Credentials } from '../../core/repository'
import { blocked, obstacleConditions, obstacleOf } from './obstacle'
import { volumeNeeds } from './repository-volume'
import { discoveryJob, discoveryName } from './discovery-job'
import { fold, isFolded } from './fold'
import { foldRules } from './fold-rules'
import { launchOf } from './launch-of'
import { planLaunch, type LaunchPlan } from './plan-launch'
import { probeRules } from './probe-rules'
import { stampBack } from './stamp-back'

export interface DiscoveryDecision {
  readonly status: AnyStatus
  readonly events: ReadonlyArray<EventDraft>
  readonly create?: { readonly object: KubeObject; readonly reason: string }
  /** Why the observed discovery Job goes. */
  readonly drop?: string
  readonly wakeAt: ReadonlyArray<Instant>
}

export const discoveryOf = ({ jobs, ref, namespace }: Observed): Attempt | undefined =>
  jobs
    .filter(({ metadata }) => metadata.name === discoveryName(ref.name) && metadata.namespace === namespace)
    .map(attemptOf)[0]

/** Secrets are looked at where a change of them matters: before an attempt, and while there is something to mend. */
export const discoveryNeeds = (
  observed: Observed,
  circumstances: Pick<Circumstances, 'settings' | 'now'>,
): ReadonlyArray<Need> => {
  const status = observed.repository.status ?? {}
  return observed.repository.spec.suspend !== true &&
    discoveryOf(observed)?.state._tag !== 'Active' &&
    (status.phase !== 'Ready' || plan(observed, status, circumstances.now, { _tag: 'NotRead' })._tag === 'Launch')
    ? [...credentialNeeds({ ...observed, settings: circumstances.settings }), ...volumeNeeds(observed)]
    : []
}

/** What becomes of the one discovery Job, and what the status says of the backend afterwards. */
export const decideDiscovery = (
  observed: Observed,
  { reads, settings, now }: Pick<Circumstances, 'reads' | 'settings' | 'now'>,
): DiscoveryDecision => {
  const attempt = discoveryOf(observed)
  const status = observed.repository.status ?? {}
  if (attempt?.state._tag === 'Active') return running(attempt, status)
  if (attempt !== undefined && !isFolded(status, attempt.state.at)) {
    const { at, report } = attempt.state
    return { ...fold(noted(status, attempt), { attempt, at, report }, foldRules(observed, now)), wakeAt: [] }
  }
  const back = stampBack(status, attempt, now)
  if (back !== undefined) return back
  const credentials = credentialsOf({ ...observed, settings }, reads)
  const planned = plan(observed, status, now, credentials)
  return observed.repository.spec.suspend === true
    ? { status, events: [], ...spent(attempt, false), wakeAt: [] }
    : planned._tag === 'Rest'
      ? { status, events: [], ...spent(attempt, false), wakeAt: planned.until === undefined ? [] : [planned.until] }
      : launch({ observed, attempt, status, now, settings, reads }, planned, credentials)
}

const plan = (observed: Observed, status: AnyStatus, now: Instant, credentials: Credentials): LaunchPlan =>
  planLaunch(status, {
    generation: observed.repository.metadata.generation,
    annotations: observed.repository.metadata.annotations ?? {},
    probe: probeRules(observed.repository),
    ...(credentials._tag === 'Available' ? { credentialVersion: credentials.version } : {}),
    now,
  })

/** A Job that is seen answers the token it was started for. */
const noted = (status: AnyStatus, { reverifyToken }: Attempt): AnyStatus =>
  reverifyToken === undefined ? status : { ...status, lastReverifyAt: reverifyToken }

const running = (attempt: Attempt, status: AnyStatus): DiscoveryDecision => ({
  status: {
    ...noted(status, attempt),
    ...(attempt.purpose === 'Connect' ? initializing(status) : {}),
    ...probing(attempt, status),
  },
  events: [],
  ...(attempt.job.metadata.deletionTimestamp === undefined ? {} : { drop: 'it is being deleted' }),
  wakeAt: [],
})

const probing = ({ purpose, job }: Attempt, { health }: AnyStatus): Pick<AnyStatus, 'health'> =>
  purpose === 'Probe' && job.metadata.creationTimestamp !== undefined
    ? { health: { ...health, probeAttemptAt: job.metadata.creationTimestamp } }
    : {}

/** A repository that served before keeps its word until it is known to be wrong. */
const initializing = ({ phase }: AnyStatus): Pick<AnyStatus, 'phase'> =>
  phase === 'Ready' || phase === 'Degraded' ? {} : { phase: 'Initializing' }

/** A Job whose report is recorded goes; that of a failure stays for its log until the next attempt needs its name. */
const spent = (attempt: Attempt | undefined, nameNeeded: boolean): Pick<DiscoveryDecision, 'drop'> =>
  attempt?.state._tag !== 'Ended'
    ? {}
    : attempt.state.report._tag === 'Connected'
      ? { drop: 'its report is in the status' }
      : nameNeeded
        ? { drop: 'the next attempt is due' }
        : {}

interface LaunchScene extends Pick<Circumstances, 'settings' | 'now' | 'reads'> {
  readonly observed: Observed
  readonly attempt: Attempt | undefined
  readonly status: AnyStatus
}

const launch = (
  scene: LaunchScene,
  planned: Extract<LaunchPlan, { readonly _tag: 'Launch' }>,
  credentials: Credentials,
): DiscoveryDecision => {
  const { observed, attempt, status, now, settings, reads } = scene
  const { generation } = observed.repository.metadata
  if (credentials._tag === 'NotRead') return { status, events: [], wakeAt: [] }
  const obstacle = obstacleOf(observed, credentials, reads)
  const known = withConditions(status, obstacleConditions(status, obstacle), now, generation)
  if (obstacle !== undefined) return blocked(known, obstacle, scene)
  if (attempt !== undefined || credentials._tag === 'Missing')
    return { status: known, events: [], ...spent(attempt, true), wakeAt: [] }
  const job = discoveryJob(observed, launchOf(observed, planned, credentials, now), settings)
  return E.isLeft(job)
    ? { status: withConditions(known, [tooLarge], now, generation), events: [], wakeAt: [] }
    : {
        status: { ...known, ...(planned.purpose === 'Connect' ? initializing(known) : {}) },
        events: [],
        create: { object: job.right, reason: `the repository is contacted: ${planned.why}` },
        wakeAt: [],
      }
}

const tooLarge: ConditionUpdate = {
  type: 'Bootstrapped',
  status: 'False',
  reason: 'InvalidSpec',
  message: 'The work spec of the discovery Job is too large to be handed over; shorten the CA bundle.',
}
