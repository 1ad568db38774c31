import type { ClaimRecord, Restore } from '../../../api/kinds/restore'
import type { Effect } from '../../effect'
import { announceAbout } from '../report/announce'

/** A claim that went while it was being filled leaves its prime; nobody but its user may say that it is not needed. */
export const leftBehind = (restore: Restore, claim: string, record: ClaimRecord): ReadonlyArray<Effect> =>
  record.pvcPrime === undefined || record.phase === 'Populated'
    ? []
    : announceAbout(restore, {
        claim,
        record: { ...record, reason: 'PrimeClaimKept' },
        event: {
          type: 'Warning',
          reason: 'PrimeClaimKept',
          action: 'DeletePrimeClaim',
          message: `Claim ${claim} is gone; what was restored for it may lie in claim ${record.pvcPrime}, which is kept. Delete that when it is not needed.`,
        },
      })
