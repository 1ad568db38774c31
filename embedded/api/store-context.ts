import type { KubeError } from '../../api/kubernetes/client'
import type { KubeObject } from '../../api/kubernetes/object'
import { formatInstant } from '../../hooks/core/time/instant'
import type { Clock } from '../clock/clock'
import type { Random } from '../random/random'
import type { JournalEntry } from './journal'
import { unknownKind } from './kube-errors'
import type { KindDefinition } from './kind-definition'
import { withManagedFields } from './managed-fields'
import type { ObjectTables } from './object-table'
import type { WatchHub } from './watch-hub'

/** What the write operations share: the tables, the version counter, time, and who is told of writes. */
export interface StoreContext {
  readonly tables: ObjectTables
  readonly hub: WatchHub
  readonly clock: Clock
  readonly random: Random
  readonly managedFields: boolean
  readonly onWrite: (entry: JournalEntry) => void
  version: number
}

export const timestamp = (context: StoreContext): string => formatInstant(context.clock.now())

/** A write that the journal could not take, as on a full disk. It has not happened. */
export class NotRecorded extends Error {}

const record = (context: StoreContext, entry: JournalEntry): void => {
  try {
    context.onWrite(entry)
  } catch (failure) {
    throw new NotRecorded(failure instanceof Error ? failure.message : String(failure))
  }
}

/** Stores a new version and tells everybody. Returns what is stored. */
export const commit = (
  context: StoreContext,
  kind: KindDefinition,
  object: KubeObject,
  before?: KubeObject,
): KubeObject => {
  const version = ++context.version
  const stamped = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } }
  const stored = context.managedFields ? withManagedFields(stamped, timestamp(context)) : stamped
  record(context, { type: 'PUT', object: stored })
  context.tables.put(kind, stored)
  const change = { type: before === undefined ? 'ADDED' : 'MODIFIED', version, object: stored } as const
  context.hub.publish(before === undefined ? change : { ...change, before })
  return stored
}

/** Removes for good. Watchers get the last version, with the version of its end. */
export const expunge = (context: StoreContext, kind: KindDefinition, before: KubeObject): void => {
  const version = ++context.version
  const object = { ...before, metadata: { ...before.metadata, resourceVersion: String(version) } }
  record(context, { type: 'DELETE', object })
  context.tables.delete(kind, before)
  context.hub.publish({ type: 'DELETED', version, object, before })
}

export const kindOf = (
  context: StoreContext,
  named: { readonly apiVersion: string; readonly kind: string },
): KindDefinition | KubeError =>
  context.tables.kind(named.apiVersion, named.kind) ?? unknownKind(named.apiVersion, named.kind)

export const isError = <A extends object>(value: A | KubeError): value is KubeError =>
  'reason' in value && 'code' in value
