import type * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { MaintenanceOperation } from '../../../api/mover/work-spec'
import { Annotation } from '../../../api/names/annotations'
import { Label } from '../../../api/names/labels'
import { kopiaOwner } from '../../core/maintenance-owner'
import { capName } from '../../core/names'
import { moverJob, type MoverJobRefusal } from '../../core/mover-job'
import { repositoryAccess, type AnyRepository } from '../../core/repository'
import { formatInstant } from '../../core/time/instant'
import type { Mode } from '../run'
import type { Scene } from '../scene'
import type { UsableCache } from './lasting-cache'
import { moverLayers } from './mover-layers'
import type { RunCredentials } from './run-credentials'
import type { Wanted } from './wanted'

const COMPONENT = 'maintenance'

/** By these the Jobs of one Maintenance are found in its namespace. */
export const jobLabels = ({ metadata }: Scene['maintenance']): { readonly [key: string]: string } => ({
  [Label.component]: COMPONENT,
  [Label.maintenance]: capName(metadata.name),
})

/** What a run is given. */
export interface RunParts {
  readonly credentials: Extract<RunCredentials, { readonly _tag: 'Available' }>
  readonly cache: UsableCache
}

/** One Job that runs kopia's maintenance as its owner. */
export const maintenanceJob = (
  scene: Scene,
  repository: AnyRepository,
  wanted: Wanted,
  { credentials: { secrets, caBundle }, cache }: RunParts,
): E.Either<MoverJobRefusal, KubeObject> => {
  const { maintenance, namespace, settings } = scene
  const layers = moverLayers(scene, repository).map(({ layer }) => layer)
  const access = repositoryAccess(repository, {
    client: { username: 'kopiur-maintenance', hostname: namespace },
    readOnly: false,
    ...(caBundle === undefined ? {} : { caBundle }),
    layers,
  })
  return moverJob({
    ...access,
    name: wanted.name,
    namespace,
    labels: jobLabels(maintenance),
    annotations: annotations(wanted),
    workSpec: {
      version: 1,
      target: { kind: 'Maintenance', namespace, name: maintenance.metadata.name, uid: maintenance.metadata.uid ?? '' },
      repository: access.repository,
      operation: { maintenance: operation(scene, wanted.mode) },
      progressIntervalSeconds: 0,
    },
    credentials: secrets,
    layers,
    ...(cache._tag === 'There' ? { cacheClaim: cache.claim } : {}),
    ...(maintenance.spec.failurePolicy === undefined ? {} : { failurePolicy: maintenance.spec.failurePolicy }),
    settings: settings.mover,
  })
}

const operation = ({ maintenance: { spec } }: Scene, mode: Mode): MaintenanceOperation => ({
  mode,
  owner: kopiaOwner(spec.ownership.owner),
  aliases: (spec.ownership.ownerAliases ?? []).map(kopiaOwner),
  takeoverPolicy: spec.ownership.takeoverPolicy ?? 'Never',
})

const annotations = (wanted: Wanted): { readonly [key: string]: string } => ({
  [Annotation.runMode]: wanted.mode,
  ...(wanted._tag === 'Scheduled'
    ? { [Annotation.maintenanceSlot]: formatInstant(wanted.slot) }
    : { [Annotation.runRequested]: wanted.text }),
})
