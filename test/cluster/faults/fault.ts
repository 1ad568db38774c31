import type { Stage } from '../stage/stage'
import type { World } from '../world'

/** Where a fault strikes: slow backups of one policy into one repository. */
export interface Site {
  readonly world: World
  readonly stage: Stage
  /** What an independent kopia sees. */
  readonly observed: () => Promise<ReadonlyArray<SeenRun>>
  /** Files that kopia has not seen yet, enough for some seconds of upload. */
  readonly refill: () => void
  /** Takes the repository's server away and gives it back, where it has one. */
  readonly store?: { readonly stop: () => Promise<void>; readonly start: () => Promise<void> }
}

/** One kopia snapshot and the run that it is of. */
export interface SeenRun {
  readonly id: string
  readonly run: string | undefined
}

/** One bad thing that happens in the middle of running backups, round after round, and what must hold then. */
export interface Fault {
  readonly name: string
  /** Whether the repository is on an S3 server; on a volume otherwise. */
  readonly onS3?: boolean
  /** How many rounds there are time for; `FAULT_ROUNDS` at most. */
  readonly round: (site: Site, round: number) => Promise<void>
}
