import type { KubeClient } from '../../api/kubernetes/client'
import type { KubeObject, ObjectRef } from '../../api/kubernetes/object'
import type { Clock } from '../clock/clock'
import type { Random } from '../random/random'
import { equalJson } from '../api/canonical'
import { ApiPort } from './api-port'
import { CompositeController } from './composite-controller'
import { readController, type ControllerSpec } from './controller-spec'
import { DecoratorController } from './decorator-controller'
import type { ApiResource, Discovery } from './discovery'
import { eventRecorder, noEvents, type EventRecorder } from './event-recorder'
import { Abandoned } from './failure'
import type { HookCall, HookCaller } from './hook-caller'
import { Informer } from './informer'
import type { ControllerParts, ParentController } from './parent-controller'
import type { Process } from './process'
import type { HookRecord } from './trace'
import type { Life } from './work'

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

const DISCOVERY_INTERVAL = 10_000

/** Composite and Decorator controllers over any Kubernetes API, calling hooks as the real Metacontroller does. */
export class Metacontroller {
  private objects = new Map<string, KubeObject>()
  private running = new Map<string, Running>()
  private idle = new Map<string, string>()
  private informers = new Map<string, Informer>()
  private process: Process | undefined
  private crashed: unknown

  constructor(private readonly options: MetacontrollerOptions) {}

  /** What would have ended the real process, if anything has. */
  get failure(): unknown {
    return this.crashed
  }

  /** Controllers that could not be started, with the reason. */
  get notStarted(): ReadonlyMap<string, string> {
    return this.idle
  }

  start(): void {
    if (this.process !== undefined) return
    this.crashed = undefined
    this.process = this.newProcess()
    for (const object of this.objects.values()) this.run(object)
    if (this.options.informerResyncMs !== undefined) this.resyncEvery(this.process, this.options.informerResyncMs)
  }

  /** Ends everything at once, as a killed process: caches, timers, counts and calls under way are lost. */
  stop(): void {
    const process = this.process
    if (process === undefined) return
    process.life.alive = false
    this.process = undefined
    for (const { controller } of this.running.values()) controller.stop()
    for (const informer of this.informers.values()) informer.stop()
    this.running.clear()
    this.informers.clear()
    this.idle.clear()
  }

  restart(): void {
    this.stop()
    this.start()
  }

  /** Adds a controller object, or takes note of its change: a changed spec starts it anew. */
  apply(object: KubeObject): void {
    const name = nameOf(object)
    const old = this.objects.get(name)
    this.objects.set(name, object)
    if (this.process === undefined) return
    if (old !== undefined && this.running.has(name) && equalJson(old['spec'], object['spec'])) return
    this.halt(name)
    this.run(object)
  }

  /** The controller object is gone; its finalizers stay where they are. */
  remove(object: Pick<KubeObject, 'kind' | 'metadata'>): void {
    const name = nameOf(object)
    this.objects.delete(name)
    this.halt(name)
  }

  private halt(name: string): void {
    const running = this.running.get(name)
    if (running !== undefined) running.life.alive = false
    running?.controller.stop()
    this.running.delete(name)
    this.idle.delete(name)
  }

  private run(object: KubeObject): void {
    const process = this.process
    if (process === undefined) return
    const name = nameOf(object)
    const spec = readController(object)
    const life = nestedLife(process.life)
    const parts = this.partsOf({ ...process, life }, object, spec)
    if ('problem' in parts) return this.postpone(process, object, parts)
    this.idle.delete(name)
    const controller = spec.type === 'composite' ? new CompositeController(parts) : new DecoratorController(parts)
    this.running.set(name, { controller, life })
    controller.start()
  }

  private postpone(process: Process, object: KubeObject, { problem, event, again }: Problem): void {
    const name = nameOf(object)
    this.idle.set(name, problem)
    if (event !== undefined) process.recorder.record(object, 'Warning', event, problem)
    if (!again) return
    process.clock.schedule(process.clock.now() + DISCOVERY_INTERVAL, () => {
      const current = this.objects.get(name)
      if (process.life.alive && current === object && !this.running.has(name)) this.run(object)
    })
  }

  private partsOf(process: Process, object: KubeObject, spec: ControllerSpec): ControllerParts | Problem {
    const found = findKinds(process.discovery, spec)
    if ('problem' in found) return found
    return {
      process,
      object,
      spec,
      parents: found.parents.map((parent) => ({ ...parent, informer: process.informer(parent.resource) })),
      children: found.children.map((child) => ({ ...child, informer: process.informer(child.resource) })),
    }
  }

  private newProcess(): Process {
    const { client, clock, random, discovery, hooks, workers } = this.options
    const life: Life = { alive: true }
    const recorder: EventRecorder = this.options.events === false ? noEvents : eventRecorder(client, clock, random)
    const hookDuration = this.options.hookDuration ?? (() => 1)
    return {
      clock,
      life,
      discovery,
      recorder,
      api: new ApiPort(client, this.options.apiDelay ?? (() => 0)),
      line: { caller: hooks, clock, duration: hookDuration, onCall: this.options.onCall ?? (() => undefined) },
      workers: workers ?? 5,
      informer: (resource) => this.informerOf(life, resource),
      crash: (error) => this.crash(life, error),
    }
  }

  private informerOf(life: Life, resource: ApiResource): Informer {
    const key = `${resource.apiVersion} ${resource.kind}`
    const known = this.informers.get(key)
    if (known !== undefined) return known
    const { client, clock, lag } = this.options
    const onSynced = (): void => this.running.forEach(({ controller }) => controller.cacheFilled())
    const informer = new Informer({ client, clock, life, resource, lag: () => lag?.(resource) ?? 1, onSynced })
    this.informers.set(key, informer)
    return informer
  }

  private crash(life: Life, error: unknown): void {
    if (error instanceof Abandoned || !life.alive) return
    this.stop()
    this.crashed = error
  }

  private resyncEvery(process: Process, period: number): void {
    process.clock.schedule(process.clock.now() + period, () => {
      if (!process.life.alive) return
      for (const informer of this.informers.values()) informer.resync()
      this.resyncEvery(process, period)
    })
  }
}

interface Running {
  readonly controller: ParentController
  readonly life: Life
}

/** A life that ends by itself or with the other one. */
const nestedLife = (outer: Life): Life => {
  let alive = true
  return {
    get alive() {
      return alive && outer.alive
    },
    set alive(value) {
      alive = value
    },
  }
}

const nameOf = ({ kind, metadata }: Pick<KubeObject, 'kind' | 'metadata'>): string => `${kind}/${metadata.name}`

interface Problem {
  readonly problem: string
  /** Reason of the Event about it; some problems make none. */
  readonly event?: string
  /** Whether it is tried again without a change of the controller object. */
  readonly again: boolean
}

interface Kinds {
  readonly parents: ReadonlyArray<Omit<ControllerParts['parents'][number], 'informer'>>
  readonly children: ReadonlyArray<Omit<ControllerParts['children'][number], 'informer'>>
}

const findKinds = (discovery: Discovery, spec: ControllerSpec): Kinds | Problem => {
  const parents: Array<Kinds['parents'][number]> = []
  const children: Array<Kinds['children'][number]> = []
  for (const parent of spec.parents) {
    const resource = discovery.byResource(parent.apiVersion, parent.resource)
    const problem = parentProblem(spec, parent, resource)
    if (problem !== undefined) return problem
    if (resource !== undefined) parents.push({ spec: parent, resource })
  }
  for (const child of spec.children) {
    const resource = discovery.byResource(child.apiVersion, child.resource)
    if (resource === undefined) return missing('CreateError', child.resource, child.apiVersion)
    children.push({ resource, method: child.method })
  }
  return { parents, children }
}

const missing = (event: string, resource: string, apiVersion: string): Problem => ({
  problem: `Cannot create new controller: discovery: can't find resource ${resource} in apiVersion ${apiVersion}`,
  event,
  again: true,
})

/** Parents of a composite must be custom, with a status subresource. */
const parentProblem = (
  spec: ControllerSpec,
  parent: ControllerSpec['parents'][number],
  resource: ApiResource | undefined,
): Problem | undefined => {
  if (spec.type === 'decorator')
    return resource === undefined ? missing('CreateError', parent.resource, parent.apiVersion) : undefined
  if (resource === undefined || !resource.custom)
    return { problem: `CustomResourceDefinition of ${parent.resource} in ${parent.apiVersion} not found`, again: true }
  if (resource.statusSubresource) return undefined
  const problem = `[${spec.name}] Sync error - ignoring, CRD does not have subresource 'Status' enabled`
  return { problem, event: 'SyncError', again: false }
}
