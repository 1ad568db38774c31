import type { KubeClient } from '../../api/kubernetes/client'
import type { Instant } from '../core/time/instant'
import type { Controller } from '../hook'
import type { Settings } from '../settings'
import type { CallReport } from './call-report'
import type { Recording } from './recording'

/** Everything a hook call touches. The service, the embedded cluster and the tests differ only in this. */
export interface HookEnvironment {
  readonly controllers: ReadonlyArray<Controller>
  readonly kube: KubeClient
  readonly now: () => Instant
  readonly settings: Settings
  /** Name of this process in Events. */
  readonly instance: string
  /** Told of every call once it is answered. */
  readonly report?: (report: CallReport) => void
  /** Given all a call depended on, so that it can be replayed. */
  readonly record?: (recording: Recording) => void
}
