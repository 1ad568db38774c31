import type { KubeError, WatchEvent, WatchHandlers, WatchQuery } from '../../api/kubernetes/client'
import type { KubeObject } from '../../api/kubernetes/object'
import { tableKey } from './kind-definition'
import { gone } from './kube-errors'
import { matchesLabels } from './label-selector'

/** One write as all watchers see it. `before` is absent for a creation. */
export interface Change {
  readonly type: WatchEvent['type']
  readonly version: number
  readonly object: KubeObject
  readonly before?: KubeObject
}

interface Watcher {
  readonly query: WatchQuery
  readonly handlers: WatchHandlers
  /** Last version handed over. */
  version: number
}

/** Hands changes to watchers in the order of their versions, and keeps a window of history for those that start later. */
export class WatchHub {
  private readonly watchers = new Map<string, Set<Watcher>>()
  private readonly listeners = new Set<(change: Change) => void>()
  private history: Change[] = []
  private dropped = 0
  private readonly pending: Change[] = []
  private delivering = false

  constructor(private readonly window: number) {}

  /** A change made by a handler is handed out after the one being delivered. */
  publish(change: Change): void {
    this.remember(change)
    this.pending.push(change)
    if (this.delivering) return
    this.delivering = true
    try {
      for (let next = this.pending.shift(); next !== undefined; next = this.pending.shift()) this.deliver(next)
    } finally {
      this.delivering = false
    }
  }

  /** Every change of every kind. */
  listen(listener: (change: Change) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  watch(query: WatchQuery, handlers: WatchHandlers): () => void {
    const from = Number(query.resourceVersion)
    if (from < this.dropped) {
      handlers.onEnd(gone(query.resourceVersion, this.dropped))
      return () => undefined
    }
    const key = tableKey(query.apiVersion, query.kind)
    const watchers = this.watchers.get(key) ?? new Set()
    this.watchers.set(key, watchers)
    const watcher: Watcher = { query, handlers, version: from }
    watchers.add(watcher)
    for (const change of this.history) if (isOf(query, change.object)) offer(watcher, change)
    return () => watchers.delete(watcher)
  }

  /** Ends every watch, as a restarted API server does. */
  breakAll(error?: KubeError): void {
    const all = [...this.watchers.values()].flatMap((watchers) => [...watchers])
    this.watchers.clear()
    for (const watcher of all) watcher.handlers.onEnd(error)
  }

  /** Forgets history: a watch from before `version` is too old. */
  forget(version: number): void {
    this.history = this.history.filter((change) => change.version > version)
    this.dropped = Math.max(this.dropped, version)
  }

  private remember(change: Change): void {
    this.history.push(change)
    if (this.history.length < 2 * this.window) return
    const cut = this.history.length - this.window
    this.dropped = this.history[cut - 1]?.version ?? this.dropped
    this.history = this.history.slice(cut)
  }

  private deliver(change: Change): void {
    const watchers = this.watchers.get(tableKey(change.object.apiVersion, change.object.kind))
    if (watchers !== undefined) for (const watcher of [...watchers]) offer(watcher, change)
    for (const listener of [...this.listeners]) listener(change)
  }
}

const isOf = (query: WatchQuery, object: KubeObject): boolean =>
  object.kind === query.kind && object.apiVersion === query.apiVersion

const offer = (watcher: Watcher, change: Change): void => {
  if (change.version <= watcher.version) return
  watcher.version = change.version
  const event = seenBy(watcher.query, change)
  if (event !== undefined) watcher.handlers.onEvent(event)
}

/** A watch by labels sees an object appear when it starts to match, and vanish when it stops. */
const seenBy = (query: WatchQuery, change: Change): WatchEvent | undefined => {
  const { object, before, type } = change
  if (query.namespace !== undefined && object.metadata.namespace !== query.namespace) return undefined
  if (query.labelSelector === undefined) return { type, object }
  const matches = matchesLabels(query.labelSelector, object.metadata.labels)
  const matched = before !== undefined && matchesLabels(query.labelSelector, before.metadata.labels)
  if (type === 'DELETED') return matched ? { type, object } : undefined
  if (matches) return { type: matched ? 'MODIFIED' : 'ADDED', object }
  return matched ? { type: 'DELETED', object } : undefined
}
