import * as t from 'io-ts'
import type { JsonObject } from '../kubernetes/json'
import { kubeObject, type KubeObject } from '../kubernetes/object'

/** `Kind.group/version` to `namespace/name` to object; declared kinds are always present. */
export const objectMap = t.record(t.string, t.record(t.string, kubeObject))
export type ObjectMap = t.TypeOf<typeof objectMap>

/** Body of a composite sync or finalize call, hook version v2. */
export const compositeRequest = t.type({
  controller: kubeObject,
  parent: kubeObject,
  children: objectMap,
  related: objectMap,
  finalizing: t.boolean,
})
export type CompositeRequest = t.TypeOf<typeof compositeRequest>

/** Body of a decorator sync or finalize call, hook version v2. */
export const decoratorRequest = t.type({
  controller: kubeObject,
  object: kubeObject,
  attachments: objectMap,
  related: objectMap,
  finalizing: t.boolean,
})
export type DecoratorRequest = t.TypeOf<typeof decoratorRequest>

/** Every field is literal truth: a missing status is wiped, a missing child deleted. */
export type CompositeAnswer = {
  readonly status: JsonObject
  readonly children: ReadonlyArray<KubeObject>
  readonly resyncAfterSeconds?: number
  readonly finalized?: boolean
}

export type DecoratorAnswer = {
  readonly labels?: { readonly [key: string]: string | null }
  readonly annotations?: { readonly [key: string]: string | null }
  readonly status?: JsonObject
  readonly attachments: ReadonlyArray<KubeObject>
  readonly resyncAfterSeconds?: number
  readonly finalized?: boolean
}

/** Outer key of the maps: `Job.batch/v1`, `Pod.v1`. */
export const kindKey = (apiVersion: string, kind: string): string => `${kind}.${apiVersion}`
