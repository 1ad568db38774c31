import type { Json, JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { equalJson } from '../api/canonical'
import type { ApiPort } from './api-port'
import { controllerReference } from './claim-children'
import type { Discovery } from './discovery'
import { isAlreadyExists, isConflict, isNotFound, SyncFailure } from './failure'
import { isDying } from './finalizer'
import { lastApplied, withLastApplied, withoutLastApplied } from './last-applied'
import { mergeObject } from './merge'
import type { ObjectMap } from './object-map'
import type { Work } from './work'

export type UpdateMethod = 'OnDelete' | 'InPlace' | 'Recreate'

export interface Management {
  readonly api: ApiPort
  readonly work: Work
  readonly discovery: Discovery
  readonly parent: KubeObject
  readonly method: (child: KubeObject) => UpdateMethod
}

/**
 * Makes the observed children the desired ones: deletes what is not desired, then creates and updates. One that fails
 * does not stop the others; all failures end up in one.
 */
export const manageChildren = async (
  management: Management,
  observed: ObjectMap,
  desired: ObjectMap,
): Promise<SyncFailure | undefined> => {
  const failures: string[] = []
  const attempt = async (child: KubeObject, act: () => Promise<void>): Promise<void> => {
    try {
      if (management.discovery.byKind(child.apiVersion, child.kind) === undefined)
        throw new SyncFailure(`discovery: can't find kind ${child.kind} in apiVersion ${child.apiVersion}`)
      await act()
    } catch (error) {
      if (!(error instanceof SyncFailure)) throw error
      failures.push(error.message)
    }
  }
  for (const { apiVersion, kind, objects } of observed.groups()) {
    for (const [key, child] of objects) {
      if (isDying(child) || desired.find(apiVersion, kind, key) !== undefined) continue
      await attempt(child, () => deleteChild(management, child))
    }
  }
  for (const { apiVersion, kind, objects } of desired.groups()) {
    for (const [key, child] of objects) {
      const present = observed.find(apiVersion, kind, key)
      await attempt(child, () =>
        present === undefined ? createChild(management, child) : updateChild(management, present, child),
      )
    }
  }
  return failures.length === 0 ? undefined : new SyncFailure(failures.join(', '))
}

const deleteChild = async ({ api, work }: Management, child: KubeObject): Promise<void> => {
  try {
    await api.remove(work, child, { propagationPolicy: 'Background', uid: child.metadata.uid ?? '' })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

const createChild = async ({ api, work, parent }: Management, desired: KubeObject): Promise<void> => {
  const applied = withLastApplied(desired, desired)
  const owners = applied.metadata.ownerReferences ?? []
  const own = controllerReference(parent)
  const owned = owners.some(({ uid }) => uid === own.uid) ? owners : [...owners, own]
  try {
    await api.create(work, { ...applied, metadata: { ...applied.metadata, ownerReferences: owned } })
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
  }
}

const updateChild = async (management: Management, observed: KubeObject, desired: KubeObject): Promise<void> => {
  const merged = mergeChild(observed, desired)
  if (equalJson(merged, observed) || isDying(observed)) return
  switch (management.method(desired)) {
    case 'OnDelete':
      return
    case 'Recreate':
      return deleteChild(management, observed)
    case 'InPlace':
      return putChild(management, merged)
  }
}

const putChild = async ({ api, work }: Management, child: KubeObject): Promise<void> => {
  try {
    await api.update(work, child)
  } catch (error) {
    if (!isNotFound(error) && !isConflict(error)) throw error
  }
}

const SYSTEM_FIELDS: ReadonlyArray<string> = [
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
]

/** The observed child with the hook's wishes merged in; what is the server's, and status, stays as observed. */
export const mergeChild = (observed: KubeObject, desired: KubeObject): KubeObject => {
  const wish = withoutLastApplied(desired)
  const merged = mergeObject(observed as unknown as JsonObject, lastApplied(observed), wish as unknown as JsonObject)
  if (merged === (observed as unknown)) return withLastApplied(observed, wish)
  const metadata = revert(merged['metadata'] as JsonObject, observed.metadata as unknown as JsonObject, SYSTEM_FIELDS)
  const reverted = revert({ ...merged, metadata }, observed as unknown as JsonObject, ['status'])
  return withLastApplied(reverted as unknown as KubeObject, wish)
}

const revert = (object: JsonObject, original: JsonObject, fields: ReadonlyArray<string>): JsonObject => {
  const result: { [key: string]: Json } = { ...object }
  for (const field of fields) {
    const value = original[field]
    if (value === undefined) delete result[field]
    else result[field] = value
  }
  return result
}
