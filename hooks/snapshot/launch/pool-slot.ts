import { Annotation } from '../../../api/names/annotations'
import { describeRepository } from '../../core/repository'
import { end, go, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { waitFor } from '../waiting'
import type { RepositoryPlace } from './repository-of'

export const SLOT_GRANTED = 'slot-granted'

/** A repository with a limit gives out its slots itself; it finds who waits by this condition. */
export const poolSlot = ({ snapshot }: Scene, { ref, repository }: RepositoryPlace): Step<true, Move> => {
  const limit = repository.spec.concurrency?.maxConcurrentJobs ?? 0
  const granted = snapshot.metadata.annotations?.[Annotation.repositoryVerdict] === SLOT_GRANTED
  if (limit === 0 || granted) return go(true)
  const message = `${describeRepository(ref)} runs at most ${limit} Jobs at once; this run starts when one of them ends.`
  return end(
    waitFor(
      {
        reason: 'WaitingForSlot',
        message,
        conditions: [{ type: 'RepositorySlotAvailable', status: 'False', reason: 'WaitingForSlot', message }],
      },
      60,
    ),
  )
}
