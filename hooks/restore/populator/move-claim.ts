import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { both, type Step } from '../walk'
import { primeOf, volumeOf, type Around } from './around'
import { bound } from './bound'
import { isDone, type ClaimMove } from './claim-move'
import type { ClaimScene } from './claim-scene'
import { fillPrime, runPlan } from './fill-prime'
import { handOver } from './hand-over'
import { settle } from './settle'

/** The next step of one claim. A volume that is bound is never written to. */
export const moveClaim = (scene: ClaimScene): Step<ClaimMove> =>
  pipe(
    both(both(volumeOf(scene), primeOf(scene)), readAhead(scene)),
    E.chain(([[volume, prime]]) => {
      const around = { volume, prime }
      if (scene.record !== undefined && isDone(scene.record)) return settle(scene, scene.record, around)
      if (scene.claim.metadata.deletionTimestamp !== undefined) return E.right(resting(scene))
      return scene.claim.spec?.volumeName === undefined ? unbound(scene, around) : E.right(bound(scene, around))
    }),
  )

const resting = ({ claim, uid, record }: ClaimScene): ClaimMove => ({
  claim: claim.metadata.name,
  record: record ?? { uid, phase: 'Pending' },
})

const unbound = (scene: ClaimScene, { prime }: Around): Step<ClaimMove> =>
  scene.record?.phase === 'Rebinding' ? handOver(scene, scene.record, prime) : fillPrime(scene, prime)

/** What the run into the prime will read: asked for before it is known that there is a prime, to save a round. */
const readAhead = (scene: ClaimScene): Step<void> => {
  const { claim, record } = scene
  if (
    claim.spec?.volumeName !== undefined ||
    (record !== undefined && (isDone(record) || record.phase === 'Rebinding'))
  )
    return E.right(undefined)
  const plan = runPlan(scene)
  return E.isLeft(plan) && plan.left._tag === 'Ask' ? plan : E.right(undefined)
}
