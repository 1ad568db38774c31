import type { Clock } from '../clock/clock'
import type { ApiPort } from './api-port'
import type { HookLine } from './call-hook'
import type { Discovery } from './discovery'
import type { EventRecorder } from './event-recorder'
import type { Informer } from './informer'
import type { ApiResource } from './discovery'
import type { Life } from './work'

/** What all controllers of one running process share. It ends with the process; a restart makes a new one. */
export interface Process {
  readonly clock: Clock
  readonly life: Life
  readonly api: ApiPort
  readonly line: HookLine
  readonly discovery: Discovery
  readonly recorder: EventRecorder
  readonly workers: number
  readonly informer: (resource: ApiResource) => Informer
  /** Ends the process where the real one would end. */
  readonly crash: (error: unknown) => void
}
