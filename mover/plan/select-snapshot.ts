import { timestampMs } from '../../api/grammar/timestamp'
import type { Anchor, SnapshotSelector } from '../../api/mover/work-spec'
import { isComplete, type Manifest } from '../kopia/manifest'
import { verdictOf } from './snapshot-verdict'

const startOf = (snapshot: Manifest): number => Date.parse(snapshot.startTime)

const newestFirst = (a: Manifest, b: Manifest): number =>
  startOf(b) - startOf(a) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/**
 * True for a whole snapshot of exactly this identity (and path, when one is given) that had ended by `asOf`: one that
 * was still running then may hold changes made later. What a failed run left behind lacks files: an older one is better.
 */
export const isCandidate =
  (selector: SnapshotSelector) =>
  (snapshot: Manifest): boolean =>
    verdictOf(snapshot)._tag === 'Saved' &&
    snapshot.source.userName === selector.username &&
    snapshot.source.host === selector.hostname &&
    (selector.sourcePath === undefined || snapshot.source.path === selector.sourcePath) &&
    (selector.asOf === undefined || Date.parse(snapshot.endTime) <= timestampMs(selector.asOf))

/** The wanted one of the candidates: the newest, or one `offset` places older. */
export const chosen = (selector: SnapshotSelector, candidates: ReadonlyArray<Manifest>): Manifest | undefined =>
  candidates.toSorted(newestFirst)[Math.max(0, Math.floor(selector.offset))]

const sameOrOpen = (wanted: string | undefined, actual: string) => wanted === undefined || wanted === actual

const atStart = (anchor: Anchor, snapshot: Manifest): boolean =>
  anchor.startTime === undefined || Date.parse(anchor.startTime) === startOf(snapshot)

/** True for a complete snapshot that an anchor describes. An anchor without a path describes none. */
export const anchored =
  (anchor: Anchor) =>
  (snapshot: Manifest): boolean =>
    anchor.sourcePath !== undefined &&
    anchor.sourcePath !== '' &&
    snapshot.source.path === anchor.sourcePath &&
    isComplete(snapshot) &&
    sameOrOpen(anchor.username, snapshot.source.userName) &&
    sameOrOpen(anchor.hostname, snapshot.source.host) &&
    atStart(anchor, snapshot)

/** True unless the anchor says that the snapshot is of somebody else: an id alone may have been written by anybody. */
export const isOf = ({ username, hostname }: Anchor, { source }: Manifest): boolean =>
  sameOrOpen(username, source.userName) && sameOrOpen(hostname, source.host)

/** Two manifests of one snapshot, as two pins at once leave them. Equal files alone may be those of another day. */
const isTwinOf =
  (one: Manifest) =>
  (other: Manifest): boolean =>
    startOf(other) === startOf(one) && other.rootEntry?.obj !== undefined && other.rootEntry.obj === one.rootEntry?.obj

/**
 * The snapshot of a recorded id, if it is of the identity its anchor names, or, when kopia has given it a new one, the
 * only one its anchor describes. Of two manifests of it the same one is taken each time.
 */
export const byIdOrAnchor = (
  id: string,
  anchor: Anchor | undefined,
  snapshots: ReadonlyArray<Manifest>,
): Manifest | undefined => {
  const exact = snapshots.find((snapshot) => snapshot.id === id)
  if (anchor === undefined) return exact
  if (exact !== undefined) return isOf(anchor, exact) ? exact : undefined
  const [healed, ...others] = snapshots.filter(anchored(anchor)).toSorted(newestFirst)
  return healed !== undefined && others.every(isTwinOf(healed)) ? healed : undefined
}
