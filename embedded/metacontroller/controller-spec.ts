import type { JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import type { LabelSelector } from '../../api/kubernetes/client'
import { isArray, isObject } from '../api/json-shape'
import { parseGoDuration } from './go-duration'
import type { HookCall } from './hook-caller'

export interface HookSpec {
  readonly path: string
  readonly strict: boolean
  readonly call: HookCall
}

export interface ParentSpec {
  readonly apiVersion: string
  readonly resource: string
  readonly labelSelector?: LabelSelector
  readonly annotationSelector?: LabelSelector
  readonly ignoreStatusChanges: boolean
}

export interface ChildSpec {
  readonly apiVersion: string
  readonly resource: string
  readonly method: string
}

/** A CompositeController or DecoratorController, read. */
export interface ControllerSpec {
  readonly type: 'composite' | 'decorator'
  readonly name: string
  readonly parents: ReadonlyArray<ParentSpec>
  readonly children: ReadonlyArray<ChildSpec>
  readonly generateSelector: boolean
  readonly resyncPeriodMs?: number
  /** A finalize hook is named, even if it has no webhook: then parents get the finalizer. */
  readonly finalizes: boolean
  readonly sync?: HookSpec
  readonly finalize?: HookSpec
  readonly customize?: HookSpec
}

/** Reads a controller object; throws with the reason where it cannot be run. */
export const readController = (controller: KubeObject): ControllerSpec => {
  const composite = controller.kind === 'CompositeController'
  if (!composite && controller.kind !== 'DecoratorController') throw new Error(`${controller.kind} is no controller`)
  const spec = objectAt(controller, 'spec')
  const hooks = objectAt(spec, 'hooks')
  const parents = composite ? [objectAt(spec, 'parentResource')] : listAt(spec, 'resources')
  const period = spec['resyncPeriodSeconds']
  return {
    type: composite ? 'composite' : 'decorator',
    name: controller.metadata.name,
    parents: parents.map(readParent),
    children: listAt(spec, composite ? 'childResources' : 'attachments').map(readChild),
    generateSelector: spec['generateSelector'] === true,
    ...(typeof period === 'number' ? { resyncPeriodMs: Math.max(1, period) * 1_000 } : {}),
    finalizes: isObject(hooks['finalize']),
    ...hookAt(controller, hooks, 'sync'),
    ...hookAt(controller, hooks, 'finalize'),
    ...hookAt(controller, hooks, 'customize'),
  }
}

const objectAt = (parent: { readonly [key: string]: unknown }, key: string): JsonObject => {
  const value = parent[key]
  return isObject(value) ? value : {}
}

const listAt = (parent: JsonObject, key: string): ReadonlyArray<JsonObject> => {
  const value = parent[key]
  return isArray(value) ? value.filter(isObject) : []
}

const readParent = (parent: JsonObject): ParentSpec => {
  const annotations = parent['annotationSelector']
  return {
    apiVersion: String(parent['apiVersion']),
    resource: String(parent['resource']),
    ...(isObject(parent['labelSelector']) ? { labelSelector: parent['labelSelector'] as LabelSelector } : {}),
    ...(isObject(annotations) ? { annotationSelector: annotationSelector(annotations) } : {}),
    ignoreStatusChanges: parent['ignoreStatusChanges'] === true,
  }
}

const annotationSelector = ({ matchAnnotations, matchExpressions }: JsonObject): LabelSelector =>
  ({
    ...(matchAnnotations === undefined ? {} : { matchLabels: matchAnnotations }),
    ...(matchExpressions === undefined ? {} : { matchExpressions }),
  }) as LabelSelector

const METHODS = ['OnDelete', 'InPlace', 'Recreate']

const readChild = (child: JsonObject): ChildSpec => {
  const method = String(objectAt(child, 'updateStrategy')['method'] ?? 'OnDelete') || 'OnDelete'
  if (!METHODS.includes(method)) throw new Error(`the update strategy ${method} is not supported here`)
  return { apiVersion: String(child['apiVersion']), resource: String(child['resource']), method }
}

type HookName = HookCall['hook']

const hookAt = (
  controller: KubeObject,
  hooks: JsonObject,
  name: HookName,
): { readonly [key in HookName]?: HookSpec } => {
  const hook = objectAt(hooks, name)
  const webhook = hook['webhook']
  if (!isObject(webhook)) return {}
  if (hook['version'] !== 'v2') throw new Error(`the ${name} hook has version v1, which is not supported here`)
  const url = webhookUrl(webhook)
  const call = { url, timeoutMs: timeoutOf(webhook), controller: controller.metadata.name, hook: name }
  return { [name]: { path: new URL(url).pathname, strict: webhook['responseUnMarshallMode'] !== 'loose', call } }
}

const webhookUrl = (webhook: JsonObject): string => {
  if (typeof webhook['url'] === 'string') return webhook['url']
  const { name, namespace, port, protocol } = objectAt(webhook, 'service')
  if (!name || !namespace || typeof webhook['path'] !== 'string')
    throw new Error("invalid webhook config: must specify either a full 'url', or both 'service' and 'path'")
  return `${protocol ?? 'http'}://${name}.${namespace}:${port ?? 80}${webhook['path']}`
}

const DEFAULT_TIMEOUT = 10_000

const timeoutOf = (webhook: JsonObject): number => {
  const ms = typeof webhook['timeout'] === 'string' ? parseGoDuration(webhook['timeout']) : 0
  return ms > 0 ? ms : DEFAULT_TIMEOUT
}
