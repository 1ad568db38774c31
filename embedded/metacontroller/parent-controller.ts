import type { KubeObject } from '../../api/kubernetes/object'
import { controllerBody } from './controller-body'
import type { ControllerSpec } from './controller-spec'
import { Customize } from './customize'
import type { ApiResource } from './discovery'
import { NotSynced, SyncFailure, TooManyRequests } from './failure'
import { Finalizer } from './finalizer'
import type { Informer } from './informer'
import { watchChildren, watchParents } from './parent-events'
import { isSelected, type ParentKind } from './parent-kind'
import type { Process } from './process'
import { Work } from './work'
import { WorkQueue } from './work-queue'

export interface ChildKind {
  readonly resource: ApiResource
  readonly method: string
  readonly informer: Informer
}

export interface ControllerParts {
  readonly process: Process
  readonly object: KubeObject
  readonly spec: ControllerSpec
  readonly parents: ReadonlyArray<ParentKind>
  readonly children: ReadonlyArray<ChildKind>
}

/** What Composite and Decorator controllers have in common: events in, one sync for each parent at a time. */
export abstract class ParentController {
  protected readonly process: Process
  protected readonly spec: ControllerSpec
  protected readonly finalizer: Finalizer
  protected readonly customize: Customize
  protected readonly body: unknown
  private readonly queue: WorkQueue
  private readonly stops: Array<() => void> = []
  private readonly waiting: string[] = []

  constructor(protected readonly parts: ControllerParts) {
    const { process, spec, object } = parts
    this.process = process
    this.spec = spec
    this.body = controllerBody(object)
    this.finalizer = new Finalizer(`metacontroller.io/${spec.type}controller-${spec.name}`, spec.finalizes, process.api)
    this.queue = new WorkQueue({ ...process, handle: (key) => this.handle(key) })
    this.customize = new Customize({
      process,
      hook: spec.customize,
      controllerBody: this.body,
      parents: () => parts.parents.flatMap(({ informer }) => informer.cache.list()),
      enqueue: (parent) => this.enqueue(parent),
    })
  }

  /** One sync of a parent as the cache has it. */
  protected abstract sync(work: Work, parent: KubeObject): Promise<void>

  /** An ownerless object of a child kind appeared or changed. */
  protected abstract onOrphan(child: KubeObject): void

  start(): void {
    const { parents, children } = this.parts
    const wake = (parent: KubeObject): void => this.enqueue(parent)
    for (const kind of parents) this.stops.push(watchParents(kind, wake))
    const onOrphan = (child: KubeObject): void => this.onOrphan(child)
    for (const { informer } of children) this.stops.push(watchChildren(informer, { parents, wake, onOrphan }))
    const period = this.spec.resyncPeriodMs
    if (period !== undefined) this.resyncEvery(period)
  }

  stop(): void {
    for (const stop of this.stops) stop()
    this.queue.stop()
    this.customize.stop()
  }

  protected enqueue(parent: KubeObject): void {
    if (this.isOurs(parent)) this.add(keyOfParent(parent))
  }

  protected enqueueAfter(parent: KubeObject, seconds: number): void {
    const nanoseconds = seconds * 1e9
    this.queue.addAfter(keyOfParent(parent), nanoseconds > LONGEST_DURATION ? 0 : nanoseconds / 1e6)
  }

  /** Selected, or opted out but still with our finalizer. */
  protected isOurs(parent: KubeObject): boolean {
    return this.finalizer.isOn(parent) || isSelected(this.parts.parents, parent)
  }

  protected isSelected(parent: KubeObject): boolean {
    return isSelected(this.parts.parents, parent)
  }

  /** Nothing is worked on before all caches have been filled once. */
  private add(key: string): void {
    if (this.synced()) this.queue.add(key)
    else this.waiting.push(key)
  }

  private synced(): boolean {
    const { parents, children } = this.parts
    const synced = [...parents, ...children].every(({ informer }) => informer.synced)
    if (synced) for (const key of this.waiting.splice(0)) this.queue.add(key)
    return synced
  }

  /** Called when a cache has been filled, for parents that waited for it. */
  cacheFilled(): void {
    this.synced()
  }

  private resyncEvery(period: number): void {
    const { clock, life } = this.process
    const cancel = clock.schedule(clock.now() + period, () => {
      if (!life.alive) return
      for (const { informer } of this.parts.parents) for (const parent of informer.cache.list()) this.enqueue(parent)
      this.resyncEvery(period)
    })
    this.stops.push(cancel)
  }

  private async handle(key: string): Promise<void> {
    const work = new Work(this.process.clock, this.process.life)
    const parent = this.find(key)
    try {
      if (parent !== undefined && this.isOurs(parent)) await this.sync(work, parent)
      this.queue.forget(key)
    } catch (error) {
      this.failed(key, parent, error)
    } finally {
      work.end()
    }
  }

  private failed(key: string, parent: KubeObject | undefined, error: unknown): void {
    if (error instanceof TooManyRequests) return this.queue.addAfter(key, error.afterSeconds * 1_000)
    if (!(error instanceof SyncFailure)) return this.process.crash(error)
    if (parent !== undefined && !(error instanceof NotSynced))
      this.process.recorder.record(parent, 'Warning', 'SyncError', `Sync error: ${error.message}`)
    this.queue.addRateLimited(key)
  }

  private find(key: string): KubeObject | undefined {
    const [apiVersion, kind, namespace, name] = key.split('\u0000')
    const parents = this.parts.parents.find(
      ({ resource }) => resource.apiVersion === apiVersion && resource.kind === kind,
    )
    return parents?.informer.cache.get(namespace === '' ? undefined : namespace, name ?? '')
  }
}

/** Nanoseconds in a Go duration; more overflows to a negative time, which is at once. */
const LONGEST_DURATION = 9_223_372_036_854_775_807

const keyOfParent = ({ apiVersion, kind, metadata }: KubeObject): string =>
  [apiVersion, kind, metadata.namespace ?? '', metadata.name].join('\u0000')
