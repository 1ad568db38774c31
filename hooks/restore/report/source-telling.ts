import { formatInstant, type Instant } from '../../core/time/instant'
import type { HoldOf, Telling } from './telling'

export const SOURCE_HOLDS = ['ReferentMissing', 'RepositoryNotReady', 'WaitingForSnapshot'] as const

/** What the source still lacks. */
export const sourceTelling = (hold: HoldOf<(typeof SOURCE_HOLDS)[number]>, now: Instant): Telling => {
  switch (hold._tag) {
    case 'ReferentMissing': {
      const message =
        hold.forbidden === undefined
          ? `${hold.what} does not exist. Create it, or correct the reference.`
          : `${hold.what} may not be read (${hold.forbidden}). Grant the service get on it.`
      return {
        reason: 'RestoreReferentMissing',
        stalled: false,
        open: 0,
        againIn: 15,
        message,
        domain: [{ type: 'ReferentAvailable', status: 'False', reason: 'RestoreReferentMissing', message }],
        action: 'CheckReferences',
      }
    }
    case 'RepositoryNotReady':
      return {
        reason: 'RepositoryNotReady',
        stalled: false,
        open: 1,
        againIn: 15,
        message: `${hold.what} is not Ready (${hold.phase}). The restore goes on as soon as it is; see its conditions.`,
      }
    case 'WaitingForSnapshot': {
      const message = `${hold.what}. Waiting for it until ${formatInstant(hold.until)}.`
      return {
        reason: 'WaitingForSnapshot',
        stalled: false,
        open: 1,
        againIn: Math.min(15, Math.max(1, Math.ceil((hold.until - now) / 1000))),
        message,
        domain: [{ type: 'Resolved', status: 'False', reason: 'WaitingForSnapshot', message }],
      }
    }
  }
}
