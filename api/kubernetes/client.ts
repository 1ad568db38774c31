import type * as TE from 'fp-ts/TaskEither'
import type { Json, JsonObject } from './json'
import type { KubeObject, ObjectRef } from './object'

/**
 * The one narrow port to a Kubernetes API. Adapters: the embedded in-memory API and a real API server.
 * Every read without `resourceVersion` is a quorum read.
 */
export interface KubeClient {
  readonly get: (ref: ObjectRef) => TE.TaskEither<KubeError, KubeObject>
  readonly list: (query: ListQuery & Page) => TE.TaskEither<KubeError, KubeList>
  readonly create: (object: KubeObject) => TE.TaskEither<KubeError, KubeObject>
  /** PUT; a `metadata.resourceVersion` in the object is a precondition. `status` is ignored where the kind has the subresource. */
  readonly update: (object: KubeObject) => TE.TaskEither<KubeError, KubeObject>
  /** PUT of the status subresource; only `status` is taken. */
  readonly updateStatus: (object: KubeObject) => TE.TaskEither<KubeError, KubeObject>
  readonly patch: (ref: ObjectRef, patch: KubePatch) => TE.TaskEither<KubeError, KubeObject>
  readonly remove: (ref: ObjectRef, options?: RemoveOptions) => TE.TaskEither<KubeError, void>
  /** Streams changes after `resourceVersion`; ends with `onEnd` when the stream breaks or the version is too old. Returns the stop. */
  readonly watch: (query: WatchQuery, on: WatchHandlers) => () => void
}

export interface ListQuery {
  readonly apiVersion: string
  readonly kind: string
  /** Absent: all namespaces. */
  readonly namespace?: string
  readonly labelSelector?: LabelSelector
}

/** Without a limit a list is given whole. */
export interface Page {
  /** About so many objects in one answer; an adapter that holds them anyway may give all. */
  readonly limit?: number
  /** `continue` of the answer before. */
  readonly continue?: string
}

export type WatchQuery = ListQuery & { readonly resourceVersion: string }

export interface WatchHandlers {
  readonly onEvent: (event: WatchEvent) => void
  readonly onEnd: (error?: KubeError) => void
}

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: KubeObject
}

export interface KubeList {
  readonly resourceVersion: string
  /** There are more objects: what to ask the next page with. */
  readonly continue?: string
  readonly items: ReadonlyArray<KubeObject>
}

export interface LabelSelector {
  readonly matchLabels?: { readonly [key: string]: string }
  readonly matchExpressions?: ReadonlyArray<{
    readonly key: string
    readonly operator: string
    readonly values?: ReadonlyArray<string>
  }>
}

export type KubePatch =
  | { readonly type: 'merge'; readonly body: JsonObject; readonly subresource?: 'status' }
  | { readonly type: 'json'; readonly body: ReadonlyArray<JsonPatchOperation>; readonly subresource?: 'status' }

export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: Json }
  | { readonly op: 'remove'; readonly path: string }

export interface RemoveOptions {
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan'
  readonly uid?: string
  readonly resourceVersion?: string
}

/** `code` is the HTTP status; 0 when the server was not reached. */
export interface KubeError {
  readonly reason: KubeErrorReason
  readonly code: number
  readonly message: string
}

export type KubeErrorReason =
  'NotFound' | 'AlreadyExists' | 'Conflict' | 'Forbidden' | 'Invalid' | 'Gone' | 'Unavailable' | 'Other'
