import * as O from 'fp-ts/Option'
import { durationSeconds } from '../../../api/grammar'
import type { AnyRepository } from '../../core/repository'

/** How the health of a connected repository is watched. */
export interface ProbeRules {
  readonly enabled: boolean
  readonly intervalSeconds: number
  readonly failureThreshold: number
  readonly onFailure: 'Degrade' | 'Alert'
}

const DEFAULT_INTERVAL_SECONDS = 1800
const SHORTEST_INTERVAL_SECONDS = 30
const DEFAULT_THRESHOLD = 3

/** Stored objects may lack what admission fills in today. */
export const probeRules = ({ spec }: Pick<AnyRepository, 'spec'>): ProbeRules => {
  const probe = spec.health?.probe
  return {
    enabled: probe?.enabled ?? true,
    intervalSeconds: Math.max(SHORTEST_INTERVAL_SECONDS, seconds(probe?.interval)),
    failureThreshold: Math.max(1, probe?.failureThreshold ?? DEFAULT_THRESHOLD),
    onFailure: probe?.onFailure ?? 'Degrade',
  }
}

const seconds = (text: string | undefined): number =>
  text === undefined ? DEFAULT_INTERVAL_SECONDS : O.getOrElse(() => DEFAULT_INTERVAL_SECONDS)(durationSeconds(text))
