import type { Json, JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { canonical, equalJson } from '../api/canonical'
import { isObject } from '../api/json-shape'
import { callHook } from './call-hook'
import { decodeFields, listedObjects } from './decode-answer'
import { isConflict, isNotFound, SyncFailure } from './failure'
import { isDying, withoutFinalizer } from './finalizer'
import { DECORATOR_FIELDS } from './hook-answer-fields'
import { manageChildren, type UpdateMethod } from './manage-children'
import { ObjectMap } from './object-map'
import { ParentController } from './parent-controller'
import { methodFor } from './update-method'
import type { Work } from './work'

/** Tells the attachments of several decorators of one object apart. */
const DECORATOR_ANNOTATION = 'metacontroller.k8s.io/decorator-controller'

export class DecoratorController extends ParentController {
  protected async sync(work: Work, cached: KubeObject): Promise<void> {
    const target = await this.finalizer.sync(work, cached)
    if (!this.isOurs(target)) return
    const observed = this.attachmentsOf(target)
    const related = await this.customize.related(work, target)
    const answer = await this.ask(work, target, observed, related)
    const listed = ObjectMap.of(listedObjects(answer['attachments'], 'attachments', target))
    const seconds = Number(answer['resyncAfterSeconds'] ?? 0)
    if (seconds > 0) this.enqueueAfter(target, seconds)
    if (!(await this.writeTarget(work, target, answer))) return
    const desired = listed.map((attachment) => this.annotated(attachment))
    if (!this.finalizer.managesChildren(target)) return
    const management = { ...this.process, work, parent: target, method: this.method }
    const failure = await manageChildren(management, observed, desired)
    if (failure !== undefined) throw failure
  }

  /** Decorators adopt nothing. */
  protected onOrphan(): void {}

  private attachmentsOf(target: KubeObject): ObjectMap {
    const map = new ObjectMap()
    for (const { resource, informer } of this.parts.children) {
      map.declare(resource)
      const owned = informer.cache.ownedBy(target.metadata.uid ?? '', target.metadata.namespace)
      map.insertAll(owned.filter((child) => child.metadata.annotations?.[DECORATOR_ANNOTATION] === this.spec.name))
    }
    return map
  }

  private async ask(work: Work, target: KubeObject, observed: ObjectMap, related: ObjectMap): Promise<JsonObject> {
    const finalizing = this.spec.finalize !== undefined && (isDying(target) || !this.isSelected(target))
    const hook = finalizing ? this.spec.finalize : this.spec.sync
    if (hook === undefined) throw new SyncFailure('no enabled hooks found')
    const attachments = observed.toJson()
    const body = { controller: this.body, object: target, attachments, related: related.toJson(), finalizing }
    return decodeFields(await callHook(this.process.line, work, hook, body), DECORATOR_FIELDS, hook.strict)
  }

  /**
   * Writes labels, annotations, status and the removal of the finalizer, going by the version in the cache, once. False:
   * the target is gone or newer, and the rest of this sync is left to the next one.
   */
  private async writeTarget(work: Work, target: KubeObject, answer: JsonObject): Promise<boolean> {
    const status = isObject(answer['status']) ? answer['status'] : target['status']
    const statusChanged = !equalJson(target['status'], status)
    const worded = withTexts(target, answer)
    const finalized = answer['finalized'] === true && this.finalizer.isOn(target)
    if (worded === target && !statusChanged && !finalized) return true
    const next = status === undefined ? worded : { ...worded, status }
    return this.put(work, finalized ? withoutFinalizer(next, this.finalizer.name) : next, statusChanged)
  }

  private async put(work: Work, next: KubeObject, statusChanged: boolean): Promise<boolean> {
    const { api, discovery } = this.process
    const subresource = discovery.byKind(next.apiVersion, next.kind)?.statusSubresource === true
    try {
      const version =
        statusChanged && subresource ? (await api.updateStatus(work, next)).metadata.resourceVersion : undefined
      await api.update(work, version === undefined ? next : withVersion(next, version))
      return true
    } catch (error) {
      if (isNotFound(error) || isConflict(error)) return false
      throw error
    }
  }

  private annotated(attachment: KubeObject): KubeObject {
    const annotations = { ...attachment.metadata.annotations, [DECORATOR_ANNOTATION]: this.spec.name }
    const metadata = { ...attachment.metadata, annotations }
    return canonical({ ...attachment, metadata }) as unknown as KubeObject
  }

  private readonly method = (child: KubeObject): UpdateMethod => methodFor(this.parts.children, child)
}

type Texts = { readonly [key: string]: string }

const withVersion = (object: KubeObject, resourceVersion: string): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion },
})

const NONE: Texts = {}

/** The target with the labels and annotations of the answer; the same object if they change nothing. */
const withTexts = (target: KubeObject, answer: JsonObject): KubeObject => {
  const { labels = NONE, annotations = NONE } = target.metadata
  const nextLabels = merged(labels, answer['labels'])
  const nextAnnotations = merged(annotations, answer['annotations'])
  if (nextLabels === labels && nextAnnotations === annotations) return target
  return { ...target, metadata: { ...target.metadata, labels: nextLabels, annotations: nextAnnotations } }
}

/** Null takes a key off, a text sets it, what is not named stays. Nothing changed: the same map. */
const merged = (present: Texts, changes: Json | undefined): Texts => {
  if (!isObject(changes)) return present
  const result: { [key: string]: string } = { ...present }
  let changed = false
  for (const [key, value] of Object.entries(changes)) {
    if (value === (result[key] ?? null)) continue
    changed = true
    if (typeof value === 'string') result[key] = value
    else delete result[key]
  }
  return changed ? result : present
}
