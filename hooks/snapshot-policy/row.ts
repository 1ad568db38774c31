import type { Snapshot } from '../../api/kinds/snapshot'
import { Annotation } from '../../api/names/annotations'
import { Label } from '../../api/names/labels'
import { instantOf, type Instant } from '../core/time/instant'
import { lastCall } from '../core/memo/last-call'
import { mapAgain } from '../core/memo/map-again'
import { isBornFinished } from '../core/origin'

/** One Snapshot of the policy, as its decisions see it. */
export interface Row {
  readonly name: string
  readonly uid: string
  readonly snapshot: Snapshot
  readonly dying: boolean
  readonly run: Run
  /** It holds a kopia snapshot. */
  readonly saved: boolean
  readonly pinned: boolean
  /** `Inert`: a row that this policy neither prunes nor cascades. */
  readonly standing: 'Owned' | 'Inert'
  readonly stamp: string | undefined
  readonly schedule: string | undefined
  readonly scheduleUid: string | undefined
  readonly slot: Instant | undefined
  /** When it ended, else when it was made; never before its slot. */
  readonly at: Instant
  readonly createdAt: Instant
}

/** How a run stands. `Unknown` is a phase of a newer release: unfinished, as far as can be told. */
export type Run = 'Waiting' | 'Running' | 'Unknown' | 'Succeeded' | 'Unchanged' | 'Failed' | 'Over'

const OWNED = new Set(['scheduled', 'manual', 'adopted'])

export const rowOf = (snapshot: Snapshot): Row => {
  const { metadata, status, spec } = snapshot
  const { labels = NONE, annotations = NONE } = metadata
  const createdAt = instantOf(metadata.creationTimestamp) ?? 0
  const slot = instantOf(annotations[Annotation.slot])
  return {
    name: metadata.name,
    uid: metadata.uid ?? '',
    snapshot,
    dying: metadata.deletionTimestamp !== undefined,
    run: isBornFinished(snapshot) ? runOrOver(status?.phase) : runOf(status?.phase),
    saved: status?.snapshot !== undefined,
    pinned: isPinned(spec, status),
    standing: standingOf(snapshot),
    stamp: annotations[Annotation.prunedBy],
    schedule: labels[Label.schedule],
    scheduleUid: annotations[Annotation.scheduleUid],
    slot,
    at: Math.max(endOf(status) ?? createdAt, earliest(slot, createdAt)),
    createdAt,
  }
}

const NONE: { readonly [key: string]: string } = {}

const isPinned = (spec: Snapshot['spec'], status: Snapshot['status']): boolean =>
  spec.pin === true || status?.pinned === true

/**
 * What was put back from a backup of the cluster is younger than its run, but not than its slot. A slot after it was made
 * comes of a clock that was ahead.
 */
const earliest = (slot: Instant | undefined, createdAt: Instant): Instant =>
  slot === undefined ? 0 : Math.min(slot, createdAt)

const endOf = (status: Snapshot['status']): Instant | undefined => instantOf(status?.timing?.endTime)

/** The rows of a list that is looked at several times in one call. */
export const rowsOf = lastCall((snapshots: ReadonlyArray<Snapshot>): ReadonlyArray<Row> =>
  rowsAgain(snapshots, NO_DETAIL, undefined),
)

const rowsAgain = mapAgain((snapshot: Snapshot): Row => rowOf(snapshot))
const NO_DETAIL = () => undefined

const standingOf = ({ metadata, status }: Snapshot): Row['standing'] =>
  OWNED.has(status?.origin ?? metadata.labels?.[Label.origin] ?? 'manual') ? 'Owned' : 'Inert'

export const isUnfinished = ({ run, dying }: Row): boolean =>
  !dying && (run === 'Waiting' || run === 'Running' || run === 'Unknown')

/** A row that was put back without its status never begins, so nothing waits for it. */
const runOrOver = (phase: string | undefined): Run => {
  const run = runOf(phase)
  return run === 'Waiting' ? 'Over' : run
}

const runOf = (phase: string | undefined): Run => {
  switch (phase) {
    case undefined:
    case 'Pending':
      return 'Waiting'
    case 'Running':
    case 'Succeeded':
    case 'Unchanged':
    case 'Failed':
      return phase
    case 'Deleting':
    case 'Discovered':
      return 'Over'
    default:
      return 'Unknown'
  }
}
