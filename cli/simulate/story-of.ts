import type * as t from 'io-ts'
import { objectSchema } from '../../api/crd'
import { isKindName, kinds } from '../../api/kinds'
import { clusterRepository } from '../../api/kinds/cluster-repository'
import { repository } from '../../api/kinds/repository'
import { snapshotPolicy } from '../../api/kinds/snapshot-policy'
import { snapshotSchedule } from '../../api/kinds/snapshot-schedule'
import { kubeObject, type KubeObject } from '../../api/kubernetes/object'
import { GROUP } from '../../api/names/group'
import { applyDefaults, isJson } from '../../api/schema'
import type { Story } from '../../embedded/simulate'
import type { ManifestDocument } from '../manifests'
import type { SimulateOptions } from './options'

interface Told {
  readonly story: Story
  readonly passedOver: ReadonlyArray<string>
}

/** The story that manifests tell; objects that have no part in it are named. */
export const storyOf = (documents: ReadonlyArray<ManifestDocument>, options: SimulateOptions): Told => {
  const objects = documents.flatMap((document) => objectsOf(document, options.namespace ?? 'default'))
  const of = <A>(codec: t.Decoder<unknown, A>): ReadonlyArray<A> =>
    objects.flatMap((object) => {
      const decoded = codec.decode(object)
      return decoded._tag === 'Right' ? [decoded.right] : []
    })
  const { from, until, durationMs, failing } = options
  return {
    story: {
      policies: of(snapshotPolicy),
      schedules: of(snapshotSchedule),
      repositories: [...of(repository), ...of(clusterRepository)],
      claims: objects.filter(isClaim),
      from,
      until,
      durationMs,
      failing,
    },
    passedOver: objects
      .filter((object) => !PARTS.has(object.kind) || !(isOurs(object) || isClaim(object)))
      .map(
        ({ kind, metadata }) =>
          `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name} has no part in this`,
      ),
  }
}

const PARTS = new Set([
  'SnapshotPolicy',
  'SnapshotSchedule',
  'Repository',
  'ClusterRepository',
  'PersistentVolumeClaim',
])

const CLUSTER_WIDE = new Set(['ClusterRepository', 'Namespace', 'PersistentVolume', 'StorageClass'])

const isOurs = ({ apiVersion }: KubeObject): boolean => apiVersion.startsWith(`${GROUP}/`)

const isClaim = ({ apiVersion, kind }: KubeObject): boolean => apiVersion === 'v1' && kind === 'PersistentVolumeClaim'

const objectsOf = (document: ManifestDocument, namespace: string): ReadonlyArray<KubeObject> => {
  const decoded = document._tag === 'Object' ? kubeObject.decode(document.value) : undefined
  return decoded?._tag === 'Right' ? [withDefaults(placed(decoded.right, namespace))] : []
}

const placed = (object: KubeObject, namespace: string): KubeObject =>
  CLUSTER_WIDE.has(object.kind) ? object : { ...object, metadata: { namespace, ...object.metadata } }

const withDefaults = (object: KubeObject): KubeObject => {
  const { kind } = object
  if (!isOurs(object) || !isKindName(kind) || !isJson(object)) return object
  const whole = kubeObject.decode(applyDefaults(objectSchema(kinds[kind]), object))
  return whole._tag === 'Right' ? whole.right : object
}
