import type { DeleteMember } from '../../api/mover/work-spec'
import { RUN_TAG } from '../kopia/snapshot-create'
import type { Manifest } from '../kopia/manifest'
import { anchored, isOf } from './select-snapshot'

/** What deleting one member means: the ids that the repository holds for it, possibly none. */
export type Doomed = { readonly uid: string; readonly ids: ReadonlyArray<string> }

const runOf = (snapshot: Manifest): string | undefined => snapshot.tags?.[`tag:${RUN_TAG}`]

const byRun = (runUid: string | undefined, snapshots: ReadonlyArray<Manifest>): ReadonlyArray<string> =>
  runUid === undefined ? [] : snapshots.filter((snapshot) => runOf(snapshot) === runUid).map(({ id }) => id)

// Without its start a description could fit a snapshot that nobody asked to delete.
const byAnchor = (member: DeleteMember, snapshots: ReadonlyArray<Manifest>, recorded: ReadonlySet<string>) => {
  const { anchor } = member
  if (anchor?.startTime === undefined) return []
  const found = snapshots.filter((snapshot) => !recorded.has(snapshot.id)).filter(anchored(anchor))
  return found.length === 1 ? found.map(({ id }) => id) : []
}

const idsOf = (member: DeleteMember, snapshots: ReadonlyArray<Manifest>, recorded: ReadonlySet<string>) => {
  const { snapshotId } = member
  const tagged = byRun(member.runUid, snapshots)
  if (snapshotId === undefined) return tagged
  const named = snapshots.find(({ id }) => id === snapshotId)
  if (named !== undefined && !isOf(member.anchor ?? {}, named)) return tagged
  if (named !== undefined) return [snapshotId, ...tagged.filter((id) => id !== snapshotId)]
  return tagged.length > 0 ? tagged : byAnchor(member, snapshots, recorded)
}

/** True for each snapshot that some member may mean; all others need not be held in memory. */
export const concerns = (members: ReadonlyArray<DeleteMember>): ((snapshot: Manifest) => boolean) => {
  const ids = new Set(members.flatMap(({ snapshotId }) => (snapshotId === undefined ? [] : [snapshotId])))
  const runs = new Set(members.flatMap(({ runUid }) => (runUid === undefined ? [] : [runUid])))
  const anchors = members.flatMap(({ anchor }) => (anchor?.startTime === undefined ? [] : [anchored(anchor)]))
  return (snapshot) =>
    ids.has(snapshot.id) || runs.has(runOf(snapshot) ?? '') || anchors.some((describes) => describes(snapshot))
}

/**
 * What the repository holds of each member: its recorded id, if that is a snapshot of its identity, and whatever carries the tag of its run (two attempts on two
 * nodes may both have saved). Only when there is neither, an anchor counts, if it has a start and describes exactly one
 * snapshot that no member names by its id.
 */
export const doomedOf = (
  members: ReadonlyArray<DeleteMember>,
  snapshots: ReadonlyArray<Manifest>,
): ReadonlyArray<Doomed> => {
  const recorded = new Set(members.flatMap(({ snapshotId }) => (snapshotId === undefined ? [] : [snapshotId])))
  return members.map((member) => ({ uid: member.uid, ids: idsOf(member, snapshots, recorded) }))
}
