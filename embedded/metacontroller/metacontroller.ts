import type { KubeObject } from '../../api/kubernetes/object'
import { equalJson } from '../api/canonical'
import { CompositeController } from './composite-controller'
import { readController, type ControllerSpec } from './controller-spec'
import { DecoratorController } from './decorator-controller'
import { findKinds, type Problem } from './find-kinds'
import type { MetacontrollerOptions } from './metacontroller-options'
import type { ControllerParts, ParentController } from './parent-controller'
import type { Process } from './process'
import { RunningProcess } from './running-process'
import type { Life } from './work'

const DISCOVERY_INTERVAL = 10_000

/** Composite and Decorator controllers over any Kubernetes API, calling hooks as the real Metacontroller does. */
export class Metacontroller {
  private objects = new Map<string, KubeObject>()
  private running = new Map<string, Running>()
  private idle = new Map<string, string>()
  private process: RunningProcess | undefined
  private crashed: unknown
  private called = 0

  constructor(private readonly options: MetacontrollerOptions) {}

  /** What would have ended the real process, if anything has. */
  get failure(): unknown {
    return this.crashed
  }

  /** Hook calls so far, over all restarts. */
  get calls(): number {
    return this.called
  }

  /** Controllers that could not be started, with the reason. */
  get notStarted(): ReadonlyMap<string, string> {
    return this.idle
  }

  start(): void {
    if (this.process !== undefined) return
    this.crashed = undefined
    this.process = new RunningProcess(this.options, {
      onSynced: () => this.running.forEach(({ controller }) => controller.cacheFilled()),
      onCrash: (error) => this.crash(error),
      onCall: () => {
        this.called += 1
      },
    })
    for (const object of this.objects.values()) this.run(object)
  }

  /** Ends everything at once, as a killed process: caches, timers, counts and calls under way are lost. */
  stop(): void {
    const process = this.process
    if (process === undefined) return
    process.end()
    this.process = undefined
    for (const { controller } of this.running.values()) controller.stop()
    this.running.clear()
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
    const parts = partsOf(process.forController(life), object, spec)
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

  private crash(error: unknown): void {
    this.stop()
    this.crashed = error
  }
}

const partsOf = (process: Process, object: KubeObject, spec: ControllerSpec): ControllerParts | Problem => {
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
