import type { Json, JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { isArray, isObject } from '../api/json-shape'

/** The controller object as hooks are sent it: in the order of the fields of its type, with an empty status. */
export const controllerBody = (controller: KubeObject): JsonObject => ({
  kind: controller.kind,
  apiVersion: controller.apiVersion,
  metadata: ordered(controller.metadata as unknown as JsonObject, METADATA),
  spec: specBody(controller['spec']),
  status: {},
})

const METADATA = ['name', 'uid', 'resourceVersion', 'generation', 'creationTimestamp']
const SPEC = [
  'parentResource',
  'resources',
  'childResources',
  'attachments',
  'hooks',
  'resyncPeriodSeconds',
  'generateSelector',
]
const HOOKS = ['customize', 'sync', 'finalize']

const ordered = (object: JsonObject, first: ReadonlyArray<string>): JsonObject => {
  const known = first.filter((key) => object[key] !== undefined).map((key) => [key, object[key]!] as const)
  const rest = Object.entries(object).filter(([key]) => !first.includes(key))
  return Object.fromEntries([...known, ...rest])
}

const specBody = (spec: unknown): JsonObject => {
  const { hooks, childResources, ...rest } = isObject(spec) ? spec : {}
  const body: { [key: string]: Json } = { ...rest }
  if (isObject(hooks)) body['hooks'] = hooksBody(hooks)
  if (isArray(childResources)) body['childResources'] = childResources.map(childBody)
  return ordered(body, SPEC)
}

const hooksBody = (hooks: JsonObject): JsonObject =>
  ordered(
    Object.fromEntries(
      Object.entries(hooks).map(([name, hook]) => [
        name,
        isObject(hook) ? ordered(hook, ['version', 'webhook']) : hook,
      ]),
    ),
    HOOKS,
  )

/** A child's update strategy always shows its status checks, even if there are none. */
const childBody = (child: Json): Json => {
  if (!isObject(child)) return child
  const strategy = child['updateStrategy']
  const body = isObject(strategy)
    ? { ...child, updateStrategy: { ...ordered(strategy, ['method']), statusChecks: strategy['statusChecks'] ?? {} } }
    : child
  return ordered(body, ['apiVersion', 'resource', 'updateStrategy'])
}
