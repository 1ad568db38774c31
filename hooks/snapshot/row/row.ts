import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as J from 'fp-ts/Json'
import { snapshotRow, type SnapshotRow } from '../../../api/kinds/shared/snapshot/row'
import { Annotation } from '../../../api/names/annotations'
import { readyTriple } from '../../core/conditions'
import { chain, end, type Step } from '../../core/step'
import type { Move } from '../move'
import { originOf } from '../../core/origin'
import type { Scene } from '../scene'
import { rowPlacement } from './row-placement'

/** A Snapshot that was born finished gets its facts from its annotation, once; without them it says what is missing. */
export const rowStep = (scene: Scene): Step<never, Move> => {
  const row = rowOf(scene)
  if (row === undefined) return end(unknownRow(scene))
  return chain(rowPlacement(scene, row), (problem) => end(problem === undefined ? facts(row) : misplaced(problem)))
}

const rowOf = ({ snapshot }: Scene): SnapshotRow | undefined =>
  pipe(
    J.parse(snapshot.metadata.annotations?.[Annotation.row] ?? ''),
    E.match(
      () => undefined,
      (json) => (snapshotRow.is(json) && json.origin === originOf(snapshot) ? json : undefined),
    ),
  )

const facts = (row: SnapshotRow): Move => ({
  status: row,
  conditions:
    row.phase === 'Discovered'
      ? readyTriple('Ready', 'Discovered', 'Found in the repository; it was not made by a run of this cluster.')
      : readyTriple('Ready', 'SnapshotCreated', 'The snapshot is in the repository.'),
})

const unknownRow = ({ snapshot }: Scene): Move => {
  const origin = originOf(snapshot)
  const message =
    origin === 'unknown'
      ? 'The origin of this Snapshot is a word this version does not know; it is left alone.'
      : 'This Snapshot was made elsewhere and carries no facts of what it stands for. It never runs; delete it, and a scan of the repository finds the snapshot again.'
  return { conditions: readyTriple('Stalled', 'RowFactsMissing', message) }
}

const misplaced = (problem: string): Move => ({ conditions: readyTriple('Stalled', 'RowNotAllowedHere', problem) })
