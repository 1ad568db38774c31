import type { KubeClient, WatchEvent } from '../../api/kubernetes/client'
import type { KubeObject } from '../../api/kubernetes/object'
import type { Clock } from '../clock/clock'
import type { ApiResource } from './discovery'
import { ObjectCache } from './object-cache'
import type { Life } from './work'

/** Told of cache changes, one after the other; a promise holds the following ones up, for every subscriber. */
export interface Subscriber {
  readonly onAdd: (object: KubeObject) => Promise<void> | void
  readonly onUpdate: (old: KubeObject, object: KubeObject) => Promise<void> | void
  readonly onDelete: (object: KubeObject) => Promise<void> | void
}

type Notification = (subscriber: Subscriber) => Promise<void> | void

export interface InformerOptions {
  readonly client: KubeClient
  readonly clock: Clock
  readonly life: Life
  readonly resource: ApiResource
  /** Milliseconds from a change to its arrival in the cache; changes never overtake each other. */
  readonly lag: () => number
  /** Told once, when the first list has arrived and its objects have been announced. */
  readonly onSynced: () => void
}

const RELIST_DELAY = 1_000

/** A cluster-wide cache of one kind, filled by a list and kept by a watch, each change arriving late. */
export class Informer {
  readonly cache = new ObjectCache()
  private readonly subscribers: Subscriber[] = []
  private readonly notifications: Notification[] = []
  private notifying = false
  private listed = false
  private lastArrival = 0
  private stopWatch: () => void = () => undefined

  constructor(private readonly options: InformerOptions) {
    this.after(0, () => void this.fill())
  }

  /** Whether the first list has arrived. */
  get synced(): boolean {
    return this.listed
  }

  /** From now on, and for all that is there already as additions. Returns the end of it. */
  subscribe(subscriber: Subscriber): () => void {
    this.subscribers.push(subscriber)
    const present = this.cache.list()
    for (const object of present)
      this.notify((candidate) => (candidate === subscriber ? subscriber.onAdd(object) : undefined))
    return () => {
      const index = this.subscribers.indexOf(subscriber)
      if (index >= 0) this.subscribers.splice(index, 1)
    }
  }

  /** What the informer's resync does: every object counts as updated by itself. */
  resync(): void {
    for (const object of this.cache.list()) this.notify((subscriber) => subscriber.onUpdate(object, object))
  }

  stop(): void {
    this.stopWatch()
  }

  private async fill(): Promise<void> {
    const { client, clock, life, resource } = this.options
    const release = clock.hold()
    const answer = await client.list({ apiVersion: resource.apiVersion, kind: resource.kind })()
    release()
    if (!life.alive) return
    if (answer._tag === 'Left') return this.after(RELIST_DELAY, () => void this.fill())
    const { items, resourceVersion } = answer.right
    this.arrive(() => this.replace(items))
    this.stopWatch = client.watch(
      { apiVersion: resource.apiVersion, kind: resource.kind, resourceVersion },
      {
        onEvent: (event) => this.arrive(() => this.apply(event)),
        onEnd: () => this.after(RELIST_DELAY, () => void this.fill()),
      },
    )
  }

  private arrive(apply: () => void): void {
    const at = Math.max(this.lastArrival, this.options.clock.now() + this.options.lag())
    this.lastArrival = at
    this.at(at, apply)
  }

  /** A list: additions, changes, and deletions of what is no longer in it. */
  private replace(items: ReadonlyArray<KubeObject>): void {
    const present = new Set(items.map(({ metadata }) => metadata.uid))
    const first = !this.listed
    this.listed = true
    for (const object of this.cache.list()) {
      if (!present.has(object.metadata.uid)) this.apply({ type: 'DELETED', object })
    }
    for (const object of items) this.apply({ type: 'MODIFIED', object })
    if (first) this.options.onSynced()
  }

  private apply({ type, object }: WatchEvent): void {
    if (type === 'DELETED') {
      this.cache.delete(object)
      return this.notify((subscriber) => subscriber.onDelete(object))
    }
    const old = this.cache.put(object)
    if (old === undefined) return this.notify((subscriber) => subscriber.onAdd(object))
    if (old.metadata.resourceVersion !== object.metadata.resourceVersion)
      this.notify((subscriber) => subscriber.onUpdate(old, object))
  }

  private notify(notification: Notification): void {
    this.notifications.push(notification)
    if (!this.notifying) void this.deliver()
  }

  private async deliver(): Promise<void> {
    this.notifying = true
    for (let next = this.notifications.shift(); next !== undefined; next = this.notifications.shift()) {
      for (const subscriber of [...this.subscribers]) {
        const slow = next(subscriber)
        if (slow !== undefined) await slow
      }
    }
    this.notifying = false
  }

  private after(ms: number, run: () => void): void {
    this.at(this.options.clock.now() + ms, run)
  }

  private at(time: number, run: () => void): void {
    this.options.clock.schedule(time, () => {
      if (this.options.life.alive) run()
    })
  }
}
