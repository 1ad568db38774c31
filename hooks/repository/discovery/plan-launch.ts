import * as O from 'fp-ts/Option'
import { pipe } from 'fp-ts/function'
import { Annotation } from '../../../api/names/annotations'
import { findCondition, hasCondition } from '../../core/conditions'
import { parseInstant, type Instant } from '../../core/time/instant'
import type { AnyStatus } from '../any-status'
import { conditionsOf } from '../status-conditions'
import type { Purpose } from './attempt'
import { restSeconds, secondsAfter } from './pace'
import type { ProbeRules } from './probe-rules'

export interface LaunchFacts {
  readonly generation: number | undefined
  readonly annotations: { readonly [key: string]: string }
  readonly probe: ProbeRules
  /** Absent while the Secrets were not looked at. */
  readonly credentialVersion?: string
  readonly now: Instant
}

export type LaunchPlan =
  | { readonly _tag: 'Rest'; readonly until?: Instant }
  | { readonly _tag: 'Launch'; readonly purpose: Purpose; readonly why: string }

/**
 * Whether the backend is to be contacted now. Failures rest ever longer, counted from stamps in the status; only what a
 * user changed since the last attempt cuts the rest short.
 */
export const planLaunch = (status: AnyStatus, facts: LaunchFacts): LaunchPlan => {
  const contact = lastContact(status)
  // Two attempts never end in the same second: the stamp tells them apart.
  if (contact !== undefined && facts.now < secondsAfter(contact, 1)) return rest(secondsAfter(contact, 1))
  const bootstrapped = findCondition(conditionsOf(status), 'Bootstrapped')
  if (bootstrapped === undefined || contact === undefined) return connect('it was never connected')
  if (bootstrapped.observedGeneration !== facts.generation) return connect('its spec changed')
  return status.phase === 'Ready' ? ofReady(status, contact, facts) : ofUnready(status, contact, facts)
}

const ofReady = (status: AnyStatus, contact: Instant, { annotations, probe, now }: LaunchFacts): LaunchPlan => {
  const token = annotations[Annotation.reverifyRequestedAt]
  const due = secondsAfter(contact, probe.intervalSeconds)
  if (token !== undefined && token !== status.lastReverifyAt) return connect('a failed run asked for it')
  if (!probe.enabled) return rest()
  return due <= now ? { _tag: 'Launch', purpose: 'Probe', why: 'its health is to be probed' } : rest(due)
}

const ofUnready = (status: AnyStatus, contact: Instant, facts: LaunchFacts): LaunchPlan => {
  const { credentialVersion, now } = facts
  const retry = secondsAfter(contact, restSeconds(status.health?.consecutiveProbeFailures ?? 0))
  if (givesUpTheOld(status, facts)) return connect('its old content was given up')
  if (credentialVersion !== undefined && credentialVersion !== status.resolvedCredentialVersion)
    return connect('its credentials changed')
  if (credentialVersion !== undefined && lackedSomething(status)) return connect('what was missing may be there')
  return retry <= now ? connect('the next try is due') : rest(retry)
}

const lackedSomething = (status: AnyStatus): boolean =>
  ['CredentialsAvailable', 'RepositoryVolumeAvailable'].some((type) =>
    hasCondition(conditionsOf(status), type, 'False'),
  )

/** Whether the user gave up what was there before, in a state where that matters. */
const givesUpTheOld = (status: AnyStatus, { annotations }: LaunchFacts): boolean =>
  isGivenUp(status, annotations) &&
  ['RepositoryReinitializeBlocked', 'WrongRepository'].some((reason) =>
    hasCondition(conditionsOf(status), 'Bootstrapped', 'False', reason),
  )

/** The annotation names the pinned unique id, and the repository does not serve. */
export const isGivenUp = (status: AnyStatus, annotations: { readonly [key: string]: string }): boolean =>
  status.uniqueId !== undefined &&
  status.phase !== 'Ready' &&
  annotations[Annotation.allowReinitialize] === status.uniqueId

const connect = (why: string): LaunchPlan => ({ _tag: 'Launch', purpose: 'Connect', why })

const rest = (until?: Instant): LaunchPlan => ({ _tag: 'Rest', ...(until === undefined ? {} : { until }) })

/** Stamps that cannot be read never stop an attempt. */
const lastContact = ({ health }: AnyStatus): Instant | undefined =>
  pipe(O.fromNullable(health?.lastProbeAt), O.chain(parseInstant), O.toUndefined)
