import type { RestoreResolved } from '../../../api/kinds/restore'
import type { Anchor, SnapshotSelector } from '../../../api/mover/work-spec'
import type { AnyRepository } from '../../core/repository'

/** Which repository is read: the reference as it goes on record, and the object. */
export interface ReadFrom {
  readonly written: NonNullable<RestoreResolved['repository']>
  readonly object: AnyRepository
}

/** What a Restore reads, as far as it can be told without looking into the repository. */
export type Source =
  /** One kopia snapshot, by its id. */
  | {
      readonly _tag: 'Known'
      readonly repository: ReadFrom
      readonly snapshotId: string
      readonly identity?: NonNullable<RestoreResolved['identity']>
      readonly snapshotRef?: NonNullable<RestoreResolved['snapshotRef']>
      readonly anchor?: Anchor
    }
  /** The mover lists the repository and chooses. */
  | { readonly _tag: 'Search'; readonly repository: ReadFrom; readonly selector: Selector }
  /** The Snapshot it names is not there or has no kopia snapshot, not yet or never. */
  | {
      readonly _tag: 'NotYet'
      readonly what: string
      readonly snapshotRef: NonNullable<RestoreResolved['snapshotRef']>
    }

export type Selector = Omit<SnapshotSelector, 'onMissing' | 'waitUntil'>
