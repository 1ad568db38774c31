import * as E from 'fp-ts/Either'
import type {
  KubeError,
  KubeList,
  KubePatch,
  ListQuery,
  RemoveOptions,
  WatchHandlers,
  WatchQuery,
} from '../../api/kubernetes/client'
import type { KubeObject, ObjectRef } from '../../api/kubernetes/object'
import type { Clock } from '../clock/clock'
import type { Random } from '../random/random'
import { canonical } from './canonical'
import { createObject } from './create-object'
import type { JournalEntry } from './journal'
import type { KindDefinition } from './kind-definition'
import { notFound } from './kube-errors'
import { matchesLabels } from './label-selector'
import { ObjectTables } from './object-table'
import { patchObject } from './patch/patch-object'
import { removeObject } from './remove-object'
import { expunge, isError, kindOf, type StoreContext } from './store-context'
import { updateObject, updateObjectStatus } from './update-object'
import { WatchHub, type Change } from './watch-hub'

export interface StoreOptions {
  readonly clock: Clock
  /** Source of UIDs and generated names. */
  readonly random: Random
  readonly kinds: ReadonlyArray<KindDefinition>
  /** How many changes a watch can catch up on; 10,000 if absent. */
  readonly historyWindow?: number
  /** Adds `metadata.managedFields`, as a real API server does. */
  readonly managedFields?: boolean
  /** Told of each write before the writer is. */
  readonly onWrite?: (entry: JournalEntry) => void
}

/**
 * The Kubernetes API in memory, synchronous. Objects are immutable: what is read is what is stored, and versions of an
 * object share their unchanged parts. Nothing that is passed in may be changed afterwards.
 */
export class Store {
  private readonly context: StoreContext

  constructor(options: StoreOptions) {
    this.context = {
      tables: new ObjectTables(),
      hub: new WatchHub(options.historyWindow ?? 10_000),
      clock: options.clock,
      random: options.random,
      managedFields: options.managedFields ?? false,
      onWrite: options.onWrite ?? (() => undefined),
      version: 0,
    }
    for (const kind of options.kinds) this.define(kind)
  }

  /** Adds a kind, or gives a known one a new definition; stored objects stay as they are. */
  define(kind: KindDefinition): void {
    this.context.tables.define(kind)
  }

  kinds(): ReadonlyArray<KindDefinition> {
    return this.context.tables.kinds()
  }

  kind(apiVersion: string, kind: string): KindDefinition | undefined {
    return this.context.tables.kind(apiVersion, kind)
  }

  get(ref: ObjectRef): E.Either<KubeError, KubeObject> {
    const kind = kindOf(this.context, ref)
    if (isError(kind)) return E.left(kind)
    const found = this.context.tables.get(kind, kind.namespaced ? ref.namespace : undefined, ref.name)
    return found === undefined ? E.left(notFound(kind, ref.name)) : E.right(found)
  }

  list(query: ListQuery): E.Either<KubeError, KubeList> {
    const kind = kindOf(this.context, query)
    if (isError(kind)) return E.left(kind)
    const all = this.context.tables.list(kind)
    const { namespace, labelSelector } = query
    const items =
      namespace === undefined && labelSelector === undefined
        ? all
        : all.filter(
            ({ metadata }) =>
              (namespace === undefined || metadata.namespace === namespace) &&
              matchesLabels(labelSelector, metadata.labels),
          )
    return E.right({ resourceVersion: String(this.context.version), items })
  }

  create(object: KubeObject): E.Either<KubeError, KubeObject> {
    return createObject(this.context, object)
  }

  update(object: KubeObject): E.Either<KubeError, KubeObject> {
    return updateObject(this.context, object)
  }

  updateStatus(object: KubeObject): E.Either<KubeError, KubeObject> {
    return updateObjectStatus(this.context, object)
  }

  patch(ref: ObjectRef, patch: KubePatch): E.Either<KubeError, KubeObject> {
    return patchObject(this.context, ref, patch)
  }

  remove(ref: ObjectRef, options: RemoveOptions = {}): E.Either<KubeError, void> {
    return removeObject(this.context, ref, options)
  }

  watch(query: WatchQuery, handlers: WatchHandlers): () => void {
    return this.context.hub.watch(query, handlers)
  }

  /** Every change of every kind, as it is made. */
  listen(listener: (change: Change) => void): () => void {
    return this.context.hub.listen(listener)
  }

  /** Ends all watches. */
  breakWatches(error?: KubeError): void {
    this.context.hub.breakAll(error)
  }

  /** Drops the history, so that watches cannot catch up but must list again. */
  compact(): void {
    this.context.hub.forget(this.context.version)
  }

  byUid(uid: string): KubeObject | undefined {
    return this.context.tables.byUid(uid)
  }

  dependentsOf(uid: string): ReadonlyArray<KubeObject> {
    return this.context.tables.dependentsOf(uid)
  }

  /** All objects, kind by kind. */
  all(): ReadonlyArray<KubeObject> {
    return this.kinds().flatMap((kind) => this.context.tables.list(kind))
  }

  /** Ends an object whatever holds it: how the namespace controller finishes a namespace. */
  expunge(object: KubeObject): void {
    const kind = kindOf(this.context, object)
    if (!isError(kind)) expunge(this.context, kind, object)
  }

  /**
   * Puts entries of a journal back as they were, without a word to watchers. Returns the entries whose kind is not
   * defined: they are not in the store.
   */
  load(entries: Iterable<JournalEntry>): ReadonlyArray<JournalEntry> {
    const unknown: JournalEntry[] = []
    for (const entry of entries) {
      const object = canonical(entry.object) as unknown as KubeObject
      const kind = kindOf(this.context, object)
      this.context.version = Math.max(this.context.version, Number(object.metadata.resourceVersion ?? 0))
      if (isError(kind)) unknown.push(entry)
      else if (entry.type === 'PUT') this.context.tables.put(kind, object)
      else this.context.tables.delete(kind, object)
    }
    this.compact()
    return unknown
  }
}
