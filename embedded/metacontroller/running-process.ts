import type { Clock } from '../clock/clock'
import { ApiPort } from './api-port'
import type { HookLine } from './call-hook'
import type { ApiResource, Discovery } from './discovery'
import { eventRecorder, noEvents, type EventRecorder } from './event-recorder'
import { Abandoned } from './failure'
import { Informer } from './informer'
import type { MetacontrollerOptions } from './metacontroller-options'
import type { Process } from './process'
import type { Life } from './work'

export interface ProcessEvents {
  readonly onSynced: () => void
  readonly onCrash: (error: unknown) => void
  readonly onCall: () => void
}

/** One life of the process: its caches and what its controllers share. */
export class RunningProcess implements Process {
  readonly life: Life = { alive: true }
  readonly clock: Clock
  readonly discovery: Discovery
  readonly recorder: EventRecorder
  readonly api: ApiPort
  readonly line: HookLine
  readonly workers: number
  private readonly informers = new Map<string, Informer>()

  constructor(
    private readonly options: MetacontrollerOptions,
    private readonly events: ProcessEvents,
  ) {
    const { client, clock, random, discovery, hooks } = options
    this.clock = clock
    this.discovery = discovery
    this.recorder = options.events === false ? noEvents : eventRecorder(client, clock, random)
    this.api = new ApiPort(client, options.apiDelay ?? (() => 0))
    const duration = options.hookDuration ?? (() => 1)
    const onCall: HookLine['onCall'] = (record) => {
      events.onCall()
      options.onCall?.(record)
    }
    this.line = { caller: hooks, clock, duration, onCall }
    this.workers = options.workers ?? 5
    if (options.informerResyncMs !== undefined) this.resyncEvery(options.informerResyncMs)
  }

  end(): void {
    this.life.alive = false
    for (const informer of this.informers.values()) informer.stop()
  }

  /** The same process for one controller, whose work can end before it. */
  forController(life: Life): Process {
    const { clock, discovery, recorder, api, line, workers, informer, crash } = this
    return { clock, discovery, recorder, api, line, workers, informer, crash, life }
  }

  readonly informer = (resource: ApiResource): Informer => {
    const key = `${resource.apiVersion} ${resource.kind}`
    const known = this.informers.get(key)
    if (known !== undefined) return known
    const { client, clock, lag } = this.options
    const { onSynced } = this.events
    const informer = new Informer({
      client,
      clock,
      life: this.life,
      resource,
      lag: () => lag?.(resource) ?? 1,
      onSynced,
    })
    this.informers.set(key, informer)
    return informer
  }

  readonly crash = (error: unknown): void => {
    if (!(error instanceof Abandoned) && this.life.alive) this.events.onCrash(error)
  }

  private resyncEvery(period: number): void {
    this.clock.schedule(this.clock.now() + period, () => {
      if (!this.life.alive) return
      for (const informer of this.informers.values()) informer.resync()
      this.resyncEvery(period)
    })
  }
}
