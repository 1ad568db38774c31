/** Builds mover Jobs and reads what became of them. */
export { moverJob, DEFAULT_ACTIVE_DEADLINE_SECONDS, DEFAULT_BACKOFF_LIMIT } from './mover-job'
export type { MoverJobRefusal } from './mover-job'
export type { MoverJobRequest } from './mover-job-request'
export {
  jobClosing,
  jobOutcome,
  reportedOutcome,
  reportedSuccess,
  type JobOutcome,
  type Succeeded,
} from './job-outcome'
export { jobEnd } from './job-end'
export { MOVER_ROLE } from './mover-role'
export { podsOfJob } from './pods-of-job'
export {
  DEFAULT_STARTUP_SECONDS,
  hasStarted,
  moverPod,
  startDeadline,
  stuckBecause,
  stuckReasons,
  type MoverPod,
} from './stuck-pod'
export { elevation, type Elevation } from './elevation'
export { hardened, mergeSecurityContexts, settleRoot, MOVER_UID, type SecurityContexts } from './security-contexts'
export { cacheClaimAt, isCacheClaim } from './cache-claim'
export { cacheStanding, cacheTakenMessage, type CacheStanding } from './cache-standing'
export { CACHE_MOUNT, mergeCache } from './cache-volume'
export { secretNames, type CredentialSecrets } from './credentials'
export type { MoverVolume } from './mover-volume'
export type { CacheSettings, MoverLayer, MoverPlacement, NamedLayer, Opaque } from './mover-layer'
