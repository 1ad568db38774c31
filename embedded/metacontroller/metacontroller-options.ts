import type { KubeClient } from '../../api/kubernetes/client'
import type { ObjectRef } from '../../api/kubernetes/object'
import type { Clock } from '../clock/clock'
import type { Random } from '../random/random'
import type { ApiResource, Discovery } from './discovery'
import type { HookCall, HookCaller } from './hook-caller'
import type { HookRecord } from './trace'

export interface MetacontrollerOptions {
  readonly client: KubeClient
  readonly discovery: Discovery
  readonly clock: Clock
  readonly random: Random
  readonly hooks: HookCaller
  /** Syncs at once for each controller; 5 if absent. */
  readonly workers?: number
  /** Milliseconds until a change of this kind is in the cache, asked for each change; 1 if absent. */
  readonly lag?: (resource: ApiResource) => number
  /** Milliseconds from a hook's call to its answer; 1 if absent. At 0 a hook that never rests would stop virtual time. */
  readonly hookDuration?: (call: HookCall) => number
  /** Milliseconds of an API request, each way; 0 if absent. */
  readonly apiDelay?: (verb: string, ref: ObjectRef) => number
  /** Writes Events where the real one does; true if absent. */
  readonly events?: boolean
  /** Every 30 minutes in the real one: all parents count as updated. Absent: never. */
  readonly informerResyncMs?: number
  readonly onCall?: (record: HookRecord) => void
}
