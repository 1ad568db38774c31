import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../../api/kubernetes/client'
import { API_VERSION } from '../../../api/names/group'
import { waitFor } from '../wait'
import { storyOf, type Sighting, type Story } from './story'

const OURS = [
  'Repository',
  'SnapshotPolicy',
  'Snapshot',
  'SnapshotSchedule',
  'Restore',
  'Maintenance',
  'RepositoryReplication',
  'SnapshotReplication',
]
const OTHERS: ReadonlyArray<readonly [string, string]> = [
  ['batch/v1', 'Job'],
  ['v1', 'PersistentVolumeClaim'],
  ['v1', 'ConfigMap'],
  ['v1', 'Secret'],
  ['v1', 'ServiceAccount'],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding'],
]
const KINDS = [...OURS.map((kind) => [API_VERSION, kind] as const), ...OTHERS]

/** Nothing has happened for that long: what there was to do is done. */
const QUIET_MS = 4_000
const QUIET_LIMIT = { limitSeconds: 90 }

export interface Recorder {
  /** Waits until all is quiet and tells what happened. */
  readonly end: () => Promise<Story>
}

/** Sees every change of every object in the namespace, from now on. */
export const record = async (kube: KubeClient, namespace: string): Promise<Recorder> => {
  const sightings: Sighting[] = []
  const broken: string[] = []
  let last = Date.now()
  const see = (one: Sighting): void => {
    last = Date.now()
    sightings.push(one)
  }
  const follow = async ([apiVersion, kind]: readonly [string, string]): Promise<() => void> => {
    const query = { apiVersion, kind, namespace }
    const found = await kube.list(query)()
    if (E.isLeft(found)) throw new Error(`${kind}: ${found.left.message}`)
    found.right.items.forEach((object) => see({ type: 'ADDED', object: { ...object, apiVersion, kind } }))
    return kube.watch(
      { ...query, resourceVersion: found.right.resourceVersion },
      { onEvent: see, onEnd: (error) => broken.push(`${kind}: ${error?.message ?? 'the watch ended'}`) },
    )
  }
  const stops = await Promise.all(KINDS.map(follow))
  return {
    end: async () => {
      await waitFor('quiet', async () => (Date.now() - last > QUIET_MS ? true : undefined), QUIET_LIMIT)
      const before = [...broken]
      stops.forEach((stop) => stop())
      if (before.length > 0) throw new Error(`changes may have been missed: ${before.join('; ')}`)
      return storyOf(sightings, (kind) => OURS.includes(kind))
    },
  }
}
