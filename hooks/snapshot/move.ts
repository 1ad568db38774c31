import type { SnapshotStatus } from '../../api/kinds/snapshot'
import type { KubeObject } from '../../api/kubernetes/object'
import type { ConditionUpdate } from '../core/conditions'
import type { Effect } from '../effect'

/** What one call changes; everything unsaid stays as it is and every Job unnamed is kept. */
export interface Move {
  readonly status?: Partial<SnapshotStatus>
  /** Fields to take off the status. */
  readonly clear?: ReadonlyArray<keyof SnapshotStatus>
  readonly conditions?: ReadonlyArray<ConditionUpdate>
  readonly create?: { readonly object: KubeObject; readonly reason: string }
  /** Observed Jobs to delete, by name, and why. */
  readonly drop?: ReadonlyMap<string, string>
  readonly resyncAfterSeconds?: number
  /** Told when the reason of `Ready` becomes another than it was. */
  readonly event?: { readonly type: 'Normal' | 'Warning'; readonly action: string }
  readonly effects?: ReadonlyArray<Effect>
  readonly finalized?: boolean
}

/** Nothing to say; with seconds, look again then. */
export const stay = (resyncAfterSeconds?: number): Move =>
  resyncAfterSeconds === undefined ? {} : { resyncAfterSeconds }

/** Seconds until the next look of a step that waits for its own status: no call comes for a status that was written. */
export const SEE_STATUS_SECONDS = 1
