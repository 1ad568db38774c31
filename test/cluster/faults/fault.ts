import type { SmallVolume, Stage } from '../stage/stage'
import type { Watch } from './watch'

/** Where a fault strikes: slow backups of one policy into one repository. */
export interface Site {
  readonly stage: Stage
  /** What an independent kopia sees. */
  readonly observed: () => Promise<ReadonlyArray<SeenRun>>
  /** Files that kopia has not seen yet, enough for some seconds of upload. */
  readonly refill: () => void
  /** The files to save, by path. */
  readonly files: () => Files
  /** Takes the repository's server away and gives it back, where it has one. */
  readonly store?: { readonly stop: () => Promise<void>; readonly start: () => Promise<void> }
  /** The repository's volume, where it can be full. */
  readonly volume?: SmallVolume
  /** What was there so far. */
  readonly watch: Watch
}

export type Files = Readonly<Record<string, string>>

/** One kopia snapshot and the run that it is of. */
export interface SeenRun {
  readonly id: string
  readonly run: string | undefined
}

/** What the repository is on; with a frozen source backups read a copy of the files' volume. */
export type Ground = 'volume' | 'small volume' | 'S3' | 'volume and a frozen source'

interface Named {
  readonly name: string
  /** Why a run may fail: classes of the mover, or reasons of `Ready`. Absent: no run may. */
  readonly mayFail?: ReadonlyArray<string>
}

/** Touches its own objects alone: it is played beside others, each in a namespace of its own. */
export interface OwnFault extends Named {
  readonly ground: Ground
  /** Whether a schedule of every minute runs throughout. */
  readonly scheduled: boolean
  readonly round: (site: Site, round: number) => Promise<void>
}

/** Strikes the whole cluster while backups and a restore run in all sites; every one of them succeeds all the same. */
export interface ClusterFault extends Named {
  readonly strike: (stage: Stage) => Promise<void>
}
