import type { KubeClient } from '../api/kubernetes/client'
import type { KubeObject, ObjectRef } from '../api/kubernetes/object'
import { apiClient } from './api/api-client'
import type { FaultPlan } from './api/fault'
import type { JournalEntry } from './api/journal'
import type { KindDefinition } from './api/kind-definition'
import { builtInKinds } from './api/kinds/built-in'
import { Store } from './api/store'
import type { Clock } from './clock/clock'
import { startGarbageCollector } from './gc/garbage-collector'
import { startNamespaceController } from './gc/namespace-controller'
import { startStorageProtection } from './gc/storage-protection'
import type { ApiResource } from './metacontroller/discovery'
import type { HookCall, HookCaller } from './metacontroller/hook-caller'
import { Metacontroller } from './metacontroller/metacontroller'
import type { HookRecord } from './metacontroller/trace'
import { seededRandom, type Random } from './random/random'
import { RequestCounter } from './request-counter'
import { storeDiscovery } from './store-discovery'

export interface ClusterOptions<C extends Clock = Clock> {
  readonly clock: C
  /** Seed of UIDs, generated names and delays; equal seeds give equal worlds. */
  readonly seed?: number
  readonly random?: Random
  /** Kinds beside the built-in ones, as `customKind` reads them from CustomResourceDefinitions. */
  readonly kinds?: ReadonlyArray<KindDefinition>
  readonly hooks: HookCaller
  /** Parsed CompositeController and DecoratorController objects. */
  readonly controllers?: ReadonlyArray<KubeObject>
  /** Namespaces that are there from the beginning, beside `default`. */
  readonly namespaces?: ReadonlyArray<string>
  /** What a former life of this cluster left; namespaces and controllers in it are kept. */
  readonly journal?: Iterable<JournalEntry>
  readonly onWrite?: (entry: JournalEntry) => void
  readonly managedFields?: boolean
  readonly historyWindow?: number
  readonly workers?: number
  readonly lag?: (resource: ApiResource) => number
  readonly hookDuration?: (call: HookCall) => number
  readonly apiDelay?: (verb: string, ref: ObjectRef) => number
  readonly gcDelay?: () => number
  readonly events?: boolean
  readonly informerResyncMs?: number
  /** Faults of Metacontroller's own requests. */
  readonly faults?: FaultPlan
  readonly onCall?: (record: HookRecord) => void
}

/** A Kubernetes API, its garbage collector and Metacontroller in one process, on one clock. */
export interface EmbeddedCluster<C extends Clock = Clock> {
  readonly api: KubeClient
  readonly store: Store
  readonly clock: C
  readonly random: Random
  readonly metacontroller: Metacontroller
  /** Requests that Metacontroller made. */
  readonly requests: RequestCounter
  /** A client of its own for somebody else, with faults and delays (milliseconds of a request, both ways) of its own. */
  readonly clientFor: (user: string, faults?: FaultPlan, delay?: () => number) => KubeClient
  /** Stores a controller object, new or changed, and runs it. */
  readonly applyController: (controller: KubeObject) => KubeObject
  readonly removeController: (controller: Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>) => void
  readonly start: () => void
  readonly stop: () => void
}

export const createCluster = <C extends Clock>(options: ClusterOptions<C>): EmbeddedCluster<C> => {
  const { clock } = options
  const random = options.random ?? seededRandom(options.seed ?? 1)
  const store = createStore(options, random)
  const requests = new RequestCounter()
  const clientFor: EmbeddedCluster['clientFor'] = (user, faults, delay) =>
    apiClient(store, {
      user,
      ...(faults === undefined ? {} : { faults }),
      ...(delay === undefined ? {} : { latency: { clock, duration: delay } }),
    })
  const client = apiClient(store, {
    user: 'metacontroller',
    onRequest: requests.count,
    ...(options.faults === undefined ? {} : { faults: options.faults }),
  })
  const metacontroller = new Metacontroller({
    client,
    discovery: storeDiscovery(store),
    clock,
    random,
    hooks: options.hooks,
    ...pick(options, ['workers', 'lag', 'hookDuration', 'apiDelay', 'events', 'informerResyncMs', 'onCall']),
  })
  const applyController = (controller: KubeObject): KubeObject => {
    const stored = storeController(store, controller)
    metacontroller.apply(stored)
    return stored
  }
  for (const controller of options.controllers ?? []) applyController(controller)
  const stops: Array<() => void> = []
  const gc = { store, clock, delay: options.gcDelay ?? (() => random.integer(5, 40)) }
  return {
    api: clientFor('user'),
    store,
    clock,
    random,
    metacontroller,
    requests,
    clientFor,
    applyController,
    removeController: (controller) => {
      store.remove({ apiVersion: controller.apiVersion, kind: controller.kind, name: controller.metadata.name })
      metacontroller.remove(controller)
    },
    start: () => {
      if (stops.length > 0) return
      stops.push(startGarbageCollector(gc), startNamespaceController(gc), startStorageProtection(gc))
      metacontroller.start()
    },
    stop: () => {
      metacontroller.stop()
      for (const stop of stops.splice(0)) stop()
    },
  }
}

const createStore = (options: ClusterOptions, random: Random): Store => {
  const kinds = [...builtInKinds, ...(options.kinds ?? [])]
  const noise = pick(options, ['onWrite', 'managedFields', 'historyWindow'])
  const store = new Store({ clock: options.clock, random, kinds, ...noise })
  const [unknown] = store.load(options.journal ?? [])
  if (unknown !== undefined) throw new Error(`the journal has an object of the unknown kind ${unknown.object.kind}`)
  for (const name of ['default', ...(options.namespaces ?? [])]) {
    store.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  }
  return store
}

const storeController = (store: Store, controller: KubeObject): KubeObject => {
  const { apiVersion, kind } = controller
  const present = store.get({ apiVersion, kind, name: controller.metadata.name })
  const resourceVersion = present._tag === 'Right' ? present.right.metadata.resourceVersion : undefined
  const stored =
    resourceVersion === undefined
      ? store.create(controller)
      : store.update({ ...controller, metadata: { ...controller.metadata, resourceVersion } })
  if (stored._tag === 'Left') throw new Error(`${kind} ${controller.metadata.name}: ${stored.left.message}`)
  return stored.right
}

/** The named options that are given. */
const pick = <A extends object, K extends keyof A>(
  options: A,
  keys: ReadonlyArray<K>,
): { [P in K]?: NonNullable<A[P]> } =>
  Object.fromEntries(keys.filter((key) => options[key] !== undefined).map((key) => [key, options[key]])) as {
    [P in K]?: NonNullable<A[P]>
  }
