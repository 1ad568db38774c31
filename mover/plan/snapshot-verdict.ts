import type { ErrorClass, Result } from '../../api/mover/outcome'
import { failedEntries, isComplete, type Manifest, sizeOf } from '../kopia/manifest'

type Snapshot = Extract<Result, { readonly snapshot: unknown }>['snapshot']
export type Saved = Extract<Snapshot, { readonly saved: unknown }>['saved']

export type Verdict =
  | { readonly _tag: 'Saved'; readonly manifest: Manifest }
  /** Saved, but some files are missing in it. */
  | { readonly _tag: 'Partial'; readonly manifest: Manifest; readonly unread: ReadonlyArray<string> }
  | { readonly _tag: 'NotSaved'; readonly why: ErrorClass }

const unread = (snapshot: Manifest): ReadonlyArray<string> =>
  (snapshot.rootEntry?.summ?.errors ?? []).map(({ path, error }) => `${path ?? '?'}: ${error ?? 'unreadable'}`)

/**
 * kopia counts what the repository did not take among the files that it could not read, and lets it pass where such files may be missing.
 * Nobody has allowed the repository to be full.
 */
export const notTaken = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line) => line.includes('unable to write content') || line.includes('unable to write pack'))

/** What one manifest says about its run. kopia's exit code says neither that it is complete nor that it was saved. */
export const verdictOf = (snapshot: Manifest): Verdict => {
  if (!isComplete(snapshot)) return { _tag: 'NotSaved', why: 'IncompleteSnapshot' }
  return failedEntries(snapshot) > 0 || notTaken(unread(snapshot)).length > 0
    ? { _tag: 'Partial', manifest: snapshot, unread: unread(snapshot) }
    : { _tag: 'Saved', manifest: snapshot }
}

const newest = (a: Manifest, b: Manifest): number => Date.parse(b.startTime) - Date.parse(a.startTime)

/** The complete snapshot of a run among those that carry its tag. */
export const ofRun = (tagged: ReadonlyArray<Manifest>): Manifest | undefined =>
  tagged.filter(isComplete).toSorted(newest)[0]

const whenPositive = <K extends string>(key: K, value: number | undefined) =>
  value === undefined || value <= 0 ? {} : { [key]: value }

const counted = <K extends string>(key: K, value: number | undefined) => (value === undefined ? {} : { [key]: value })

/**
 * The facts to report. kopia does not tell new from modified files: both are read anew, and all are counted as new when
 * there was nothing to compare with.
 */
export const savedFacts = (snapshot: Manifest, foundByTag: boolean, uploaded: number | undefined): Saved => {
  const { cachedFiles, nonCachedFiles } = snapshot.stats ?? {}
  const first = (cachedFiles ?? 0) === 0
  return {
    snapshotId: snapshot.id,
    identity: {
      username: snapshot.source.userName,
      hostname: snapshot.source.host,
      sourcePath: snapshot.source.path,
    },
    startTime: snapshot.startTime,
    endTime: snapshot.endTime,
    stats: {
      sizeBytes: sizeOf(snapshot),
      ...counted('bytesNew', uploaded),
      ...counted('filesNew', first ? nonCachedFiles : undefined),
      ...counted('filesModified', first ? undefined : nonCachedFiles),
      ...counted('filesUnchanged', cachedFiles),
      ...whenPositive('filesFailed', snapshot.rootEntry?.summ?.numIgnoredErrors),
    },
    foundByTag,
    ...(snapshot.description === undefined || snapshot.description === '' ? {} : { description: snapshot.description }),
  }
}
