import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Restore } from '../../api/kinds/restore'
import { hasCondition } from '../core/conditions'
import type { Circumstances } from '../hook'
import { namespaceOf, secondJobName } from './names'
import { isLabelledOver, isPinned } from './phase'
import { claimName } from './target/target'
import { claimUsers } from './target/users'
import { stop, wait, type Step } from './walk'

/** Condition that stands from the moment the second Job was seen. */
export const REPLACED = 'MoverJobReplaced'

/**
 * A Job that was seen and is gone took its outcome with it. Running again is harmless only while nobody can have written
 * to the volume since: once, with the same pinned source, and with no pod on the claim. Else the Restore has failed and
 * the volume is left to its user.
 */
export const afterLoss = (restore: Restore, circumstances: Circumstances): Step<{ readonly job: string }> => {
  const { status } = restore
  const claim = claimName(restore)
  if (hasCondition(status?.conditions, REPLACED, 'True')) return lost('its second Job vanished too')
  if (isLabelledOver(restore)) return lost('its label says that it is over')
  if (!isPinned(status)) return lost('what it had chosen to restore is not on record')
  if (claim === undefined || claim !== status?.target?.pvcRef?.name) return lost('its target was edited meanwhile')
  if (restore.spec.mover?.ttlSecondsAfterFinished !== undefined)
    return lost('spec.mover.ttlSecondsAfterFinished may have removed it after it had finished')
  return pipe(
    claimUsers(namespaceOf(restore), claim, circumstances),
    E.chain((users) => {
      const workload = users.find(({ isMover }) => !isMover)
      if (workload !== undefined)
        return lost(`pod ${workload.pod} uses claim ${claim} now, and a second run could overwrite what it wrote`)
      const [mover] = users
      return mover === undefined
        ? E.right({ job: secondJobName(restore) })
        : wait({ _tag: 'MoverEnding', pod: mover.pod, claim })
    }),
  )
}

const lost = (why: string): Step<never> =>
  stop({
    _tag: 'End',
    ending: {
      _tag: 'Failed',
      reason: 'MoverJobLost',
      message: `The mover Job vanished before its outcome was recorded, and ${why}. Look at what the volume holds, then create a new Restore.`,
    },
  })
