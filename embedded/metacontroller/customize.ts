import type { KubeObject } from '../../api/kubernetes/object'
import { callHook } from './call-hook'
import type { HookSpec } from './controller-spec'
import type { ApiResource } from './discovery'
import { NotSynced, SyncFailure } from './failure'
import type { Informer } from './informer'
import { ObjectMap } from './object-map'
import type { Process } from './process'
import { decodeRules, ruleError, selects, type Rule } from './related-rules'
import { Work } from './work'

/** Answers are kept for 20 minutes for each UID and generation. */
const CACHE_TIME = 20 * 60_000

const NAMESPACE: ApiResource = {
  apiVersion: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
  statusSubresource: true,
  custom: false,
}

export interface CustomizeOptions {
  readonly process: Process
  readonly hook: HookSpec | undefined
  readonly controllerBody: unknown
  /** Every parent in the caches, selected or not. */
  readonly parents: () => ReadonlyArray<KubeObject>
  readonly enqueue: (parent: KubeObject) => void
}

/** Finds the related objects of parents, and the parents that a change of an object concerns. */
export class Customize {
  private readonly cache = new Map<string, { readonly rules: ReadonlyArray<Rule>; readonly until: number }>()
  private readonly informers = new Map<string, Informer>()
  private readonly unsubscribes: Array<() => void> = []
  private readonly namespaces: Informer

  constructor(private readonly options: CustomizeOptions) {
    this.namespaces = options.process.informer(NAMESPACE)
  }

  stop(): void {
    for (const unsubscribe of this.unsubscribes) unsubscribe()
  }

  /** By the cached answer, or a new one. Kinds that a rule names are present even if nothing matches. */
  async related(work: Work, parent: KubeObject): Promise<ObjectMap> {
    const map = new ObjectMap()
    if (this.options.hook === undefined) return map
    for (const rule of await this.rules(work, parent, this.options.hook)) {
      const { resource, informer } = this.informerOf(rule)
      const error = ruleError(rule, resource.namespaced)
      if (error !== undefined) throw new SyncFailure(error)
      map.declare(resource)
      map.insertAll(informer.cache.list().filter((object) => this.selects(rule, object)))
    }
    return map
  }

  private selects(rule: Rule, object: KubeObject): boolean {
    return selects(rule, object, (name) => this.namespaces.cache.get(undefined, name))
  }

  private async rules(work: Work, parent: KubeObject, hook: HookSpec): Promise<ReadonlyArray<Rule>> {
    const key = `${parent.metadata.uid} ${parent.metadata.generation ?? 0}`
    const { clock, line } = this.options.process
    const cached = this.cache.get(key)
    if (cached !== undefined && clock.now() < cached.until) return cached.rules
    const body = await callHook(line, work, hook, { controller: this.options.controllerBody, parent })
    const rules = decodeRules(body, hook.strict)
    this.cache.set(key, { rules, until: clock.now() + CACHE_TIME })
    return rules
  }

  private informerOf(rule: Rule): { readonly resource: ApiResource; readonly informer: Informer } {
    const { process } = this.options
    const resource = process.discovery.byResource(rule.apiVersion, rule.resource)
    if (resource === undefined)
      throw new SyncFailure(`discovery: can't find resource ${rule.resource} in apiVersion ${rule.apiVersion}`)
    const key = `${rule.apiVersion} ${rule.resource}`
    const informer = this.informers.get(key) ?? this.start(key, resource)
    if (!informer.synced) throw new NotSynced('related informer not synced yet')
    return { resource, informer }
  }

  private start(key: string, resource: ApiResource): Informer {
    const informer = this.options.process.informer(resource)
    this.informers.set(key, informer)
    const stop = informer.subscribe({
      onAdd: (object) => this.notify([object], resource),
      onUpdate: (old, object) =>
        old.metadata.resourceVersion === object.metadata.resourceVersion
          ? undefined
          : this.notify([old, object], resource),
      onDelete: (object) => this.notify([object], resource),
    })
    this.unsubscribes.push(stop)
    return informer
  }

  /** Asks for the rules of every parent, one after the other, and holds up the events of this kind meanwhile. */
  private async notify(objects: ReadonlyArray<KubeObject>, resource: ApiResource): Promise<void> {
    const work = new Work(this.options.process.clock, this.options.process.life)
    const concerned: KubeObject[] = []
    try {
      for (const parent of this.options.parents()) {
        if (await this.concerns(work, parent, objects, resource)) concerned.push(parent)
      }
      for (const parent of concerned) this.options.enqueue(parent)
    } catch (error) {
      this.options.process.crash(error)
    } finally {
      work.end()
    }
  }

  /** A parent whose rules cannot be had is passed over: its event is lost. */
  private async concerns(
    work: Work,
    parent: KubeObject,
    objects: ReadonlyArray<KubeObject>,
    resource: ApiResource,
  ): Promise<boolean> {
    const { hook } = this.options
    if (hook === undefined) return false
    const rules = await this.rules(work, parent, hook).catch((error: unknown) => {
      if (error instanceof SyncFailure) return []
      throw error
    })
    return rules.some(
      (rule) =>
        rule.apiVersion === resource.apiVersion &&
        rule.resource === resource.plural &&
        ruleError(rule, resource.namespaced) === undefined &&
        objects.some((object) => this.selects(rule, object)),
    )
  }
}
