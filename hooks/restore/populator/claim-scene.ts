import type { ClaimRecord, Restore } from '../../../api/kinds/restore'
import type { KubeObject } from '../../../api/kubernetes/object'
import { shortHash } from '../../core/names'
import type { Circumstances } from '../../hook'
import { REPLACED } from '../lost'
import { RUN_OF, secondJobName } from '../names'
import { primeName } from './prime'
import type { UserClaim } from './user-claim'

/** One claim, arranged: what is on record of this very claim, and the Jobs of its run. */
export interface ClaimScene {
  readonly restore: Restore
  readonly claim: UserClaim
  readonly uid: string
  readonly record: ClaimRecord | undefined
  readonly jobs: ReadonlyArray<KubeObject>
  readonly circumstances: Circumstances
}

/**
 * The run into the prime of one claim, as a Restore of its own: all that holds for a restore into a claim holds here. Only
 * its names tell it apart.
 */
export const runOf = ({ restore, uid, record }: Pick<ClaimScene, 'restore' | 'uid' | 'record'>): Restore => {
  const target = { pvcRef: { name: primeName(uid) } }
  const metadata = {
    ...restore.metadata,
    name: `${restore.metadata.name}-${shortHash(uid)}`,
    annotations: { [RUN_OF]: restore.metadata.name },
  }
  return {
    ...restore,
    metadata,
    spec: { ...restore.spec, target },
    status: {
      phase: PHASES[record?.phase ?? 'Pending'] ?? 'Pending',
      target,
      ...(record?.resolved === undefined ? {} : { resolved: record.resolved }),
      ...(record?.waitStartedAt === undefined ? {} : { waitStartedAt: record.waitStartedAt }),
      ...(record?.startTime === undefined ? {} : { timing: { startTime: record.startTime } }),
      ...(record?.job === secondJobName({ metadata }) ? { conditions: [SECOND] } : {}),
    },
  }
}

const PHASES: { readonly [phase: string]: 'Pending' | 'Restoring' } = { Pending: 'Pending', Populating: 'Restoring' }

const SECOND = {
  type: REPLACED,
  status: 'True',
  reason: 'MoverJobLost',
  message: '',
  lastTransitionTime: '1970-01-01T00:00:00Z',
}
