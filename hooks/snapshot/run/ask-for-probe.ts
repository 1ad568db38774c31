import { Annotation } from '../../../api/names/annotations'
import { readRepository, repositoryNeed, repositoryObjectRef, resolveRepositoryRef } from '../../core/repository'
import { ask, end, type Step } from '../../core/step'
import { formatInstant, type Instant } from '../../core/time/instant'
import type { Move } from '../move'
import type { Scene } from '../scene'

/** A failed run is a hint that the repository may be ill: it is asked, once, to look at its backend. */
export const askForProbe = (
  { snapshot, namespace, reads, refusals }: Scene,
  at: Instant,
  move: Move,
): Step<never, Move> => {
  const written = snapshot.status?.resolved?.repository
  if (written === undefined || refusals.length > 0) return end(move)
  const ref = resolveRepositoryRef(written, namespace)
  const read = readRepository(reads, ref)
  if (read._tag === 'NotRead') return ask([repositoryNeed(ref)])
  const uid = read._tag === 'Found' ? read.value.metadata.uid : undefined
  return end(
    uid === undefined
      ? move
      : {
          ...move,
          effects: [
            ...(move.effects ?? []),
            {
              _tag: 'Annotate',
              ref: repositoryObjectRef(ref),
              uid,
              annotations: { [Annotation.reverifyRequestedAt]: formatInstant(at) },
            },
          ],
        },
  )
}
