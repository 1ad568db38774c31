import type { JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import type { LabelSelector } from '../../api/kubernetes/client'
import { canonical, equalJson } from '../api/canonical'
import { isObject } from '../api/json-shape'
import { matchesLabels, selectorError } from '../api/label-selector'
import { atomicUpdate } from './atomic-update'
import { callHook } from './call-hook'
import { claimChildren } from './claim-children'
import { decodeFields, listedObjects } from './decode-answer'
import { isConflict, isNotFound, SyncFailure } from './failure'
import { isDying } from './finalizer'
import { COMPOSITE_FIELDS } from './hook-answer-fields'
import { manageChildren, type UpdateMethod } from './manage-children'
import { ObjectMap } from './object-map'
import { ParentController } from './parent-controller'
import { methodFor } from './update-method'
import type { Work } from './work'

/** The generated selector: each child carries the UID of its parent. */
const UID_LABEL = 'controller-uid'

export class CompositeController extends ParentController {
  protected async sync(work: Work, cached: KubeObject): Promise<void> {
    const parent = await this.finalizer.sync(work, cached)
    if (!this.isOurs(parent)) return
    const selector = this.selectorOf(parent)
    const observed = await this.claim(work, parent, selector)
    const related = await this.customize.related(work, parent)
    const answer = await this.ask(work, parent, observed, related)
    const listed = ObjectMap.of(listedObjects(answer['children'], 'children', parent))
    const seconds = Number(answer['resyncAfterSeconds'] ?? 0)
    if (seconds > 0) this.enqueueAfter(parent, seconds)
    const remaining = answer['finalized'] === true ? await this.finalizer.remove(work, parent) : parent
    const desired = listed.map((child) => this.labelled(remaining, selector, child))
    const failure = this.finalizer.managesChildren(remaining)
      ? await manageChildren({ ...this.process, work, parent: remaining, method: this.method }, observed, desired)
      : undefined
    const status = isObject(answer['status']) ? answer['status'] : {}
    if ((await this.writeStatus(work, remaining, status)) && failure !== undefined) throw failure
  }

  /** Wakes every parent in reach whose selector fits. */
  protected onOrphan(child: KubeObject): void {
    if (this.spec.generateSelector && child.metadata.labels?.[UID_LABEL] === undefined) return
    for (const { resource, informer } of this.parts.parents) {
      const namespace = resource.namespaced ? child.metadata.namespace : undefined
      for (const parent of informer.cache.list(namespace)) if (this.wouldAdopt(parent, child)) this.enqueue(parent)
    }
  }

  /** A parent without a usable selector adopts nothing. */
  private wouldAdopt(parent: KubeObject, child: KubeObject): boolean {
    try {
      return matchesLabels(this.selectorOf(parent), child.metadata.labels)
    } catch (error) {
      if (error instanceof SyncFailure) return false
      throw error
    }
  }

  private selectorOf(parent: KubeObject): LabelSelector {
    if (this.spec.generateSelector) return { matchLabels: { [UID_LABEL]: parent.metadata.uid ?? '' } }
    const spec = parent['spec']
    const selector = (isObject(spec) ? spec['selector'] : undefined) as LabelSelector | undefined
    const parts = Object.keys(selector?.matchLabels ?? {}).length + (selector?.matchExpressions?.length ?? 0)
    if (selector === undefined || parts === 0)
      throw new SyncFailure('.spec.selector must have either matchLabels, matchExpressions, or both')
    const error = selectorError(selector)
    if (error !== undefined) throw new SyncFailure(`can't convert label selector: ${error}`)
    return selector
  }

  private async claim(work: Work, parent: KubeObject, selector: LabelSelector): Promise<ObjectMap> {
    const map = new ObjectMap()
    const uid = parent.metadata.uid ?? ''
    const matches = (child: KubeObject): boolean => matchesLabels(selector, child.metadata.labels)
    for (const { resource, informer } of this.parts.children) {
      const namespace = parent.metadata.namespace
      const candidates = [...informer.cache.ownedBy(uid, namespace), ...informer.cache.ownerless(namespace)]
      map.declare(resource)
      map.insertAll(await claimChildren({ api: this.process.api, work, parent, matches }, candidates))
    }
    return map
  }

  private async ask(work: Work, parent: KubeObject, observed: ObjectMap, related: ObjectMap): Promise<JsonObject> {
    const finalizing = this.spec.finalize !== undefined && (isDying(parent) || !this.isSelected(parent))
    const hook = finalizing ? this.spec.finalize : this.spec.sync
    if (hook === undefined) throw new SyncFailure(`sync hook not defined for ${parent.kind} ${parent.metadata.name}`)
    const children = observed.toJson()
    const body = { controller: this.body, parent, children, related: related.toJson(), finalizing }
    return decodeFields(await callHook(this.process.line, work, hook, body), COMPOSITE_FIELDS, hook.strict)
  }

  /** The desired child with the generated label; a child that the selector would not find fails the whole sync. */
  private labelled(parent: KubeObject, selector: LabelSelector, child: KubeObject): KubeObject {
    const labels: unknown = child.metadata.labels ?? {}
    const where = `desired child ${child.kind} ${child.metadata.namespace ?? ''}/${child.metadata.name}`
    if (!isObject(labels) || Object.values(labels).some((value) => typeof value !== 'string'))
      throw new SyncFailure(`invalid labels on ${where}`)
    const own = this.spec.generateSelector
      ? { [UID_LABEL]: parent.metadata.uid ?? '', ...child.metadata.labels }
      : labels
    if (!matchesLabels(selector, own as { [key: string]: string }))
      throw new SyncFailure(`labels on ${where} don't match parent selector`)
    if (!this.spec.generateSelector) return child
    return canonical({ ...child, metadata: { ...child.metadata, labels: own } }) as unknown as KubeObject
  }

  private readonly method = (child: KubeObject): UpdateMethod => methodFor(this.parts.children, child)

  /** Replaces the live status whole. False: the parent is gone or moved on, and what failed before is forgotten. */
  private async writeStatus(work: Work, parent: KubeObject, answered: JsonObject): Promise<boolean> {
    const status = { ...answered, observedGeneration: parent.metadata.generation ?? 0 }
    const change = (live: KubeObject): KubeObject | undefined =>
      equalJson(live['status'], status) ? undefined : { ...live, status }
    try {
      await atomicUpdate(this.process.api, work, { object: parent, change, status: true })
      return true
    } catch (error) {
      if (isNotFound(error) || isConflict(error)) return false
      if (error instanceof SyncFailure)
        throw new SyncFailure(`can't update status for ${parent.kind} ${parent.metadata.name}: ${error.message}`)
      throw error
    }
  }
}
