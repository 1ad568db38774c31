import type { KubeObject } from '../../../api/kubernetes/object'
import type { Store } from '../../../embedded/api/store'
import type { Change } from '../../../embedded/api/watch-hub'
import type { Clock } from '../../../embedded/clock/clock'

/** Who wrote: a person, Metacontroller, the hooks' effects, or what a cluster does by itself. */
export type Actor = 'person' | 'metacontroller' | 'hooks' | 'cluster'

/** One change with its author and time. */
export interface Seen extends Change {
  readonly at: number
  readonly by: Actor
  /** It set `deletionTimestamp`, or removed an object that had none. */
  readonly dies: boolean
}

/** The life of one object. */
export interface Life {
  readonly created: Seen
  readonly dying?: Seen
  readonly gone?: Seen
}

/** All that ever happened in a store, with who did it. */
export class History {
  readonly lives = new Map<string, Life>()
  private actor: Actor = 'cluster'
  private readonly listeners: Array<(seen: Seen) => void> = []

  constructor(
    store: Store,
    private readonly clock: Clock,
  ) {
    store.listen((change) => this.see(change))
  }

  onChange(listener: (seen: Seen) => void): void {
    this.listeners.push(listener)
  }

  /** What happens in this turn is the work of `actor`. */
  acts(actor: Actor): void {
    this.actor = actor
    queueMicrotask(() => {
      this.actor = 'cluster'
    })
  }

  by<A>(actor: Actor, act: () => A): A {
    this.actor = actor
    const result = act()
    this.actor = 'cluster'
    return result
  }

  life(object: Pick<KubeObject, 'metadata'>): Life | undefined {
    return this.lives.get(object.metadata.uid ?? '')
  }

  private see(change: Change): void {
    const uid = change.object.metadata.uid ?? ''
    const life = this.lives.get(uid)
    const dying = change.type === 'DELETED' || change.object.metadata.deletionTimestamp !== undefined
    const seen: Seen = { ...change, at: this.clock.now(), by: this.actor, dies: dying && life?.dying === undefined }
    this.lives.set(uid, {
      created: life?.created ?? seen,
      ...(life?.dying !== undefined ? { dying: life.dying } : seen.dies ? { dying: seen } : {}),
      ...(change.type === 'DELETED' ? { gone: seen } : {}),
    })
    for (const listener of this.listeners) listener(seen)
  }
}
