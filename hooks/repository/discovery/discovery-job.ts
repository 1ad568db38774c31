import type * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { BootstrapOperation, WorkSpec } from '../../../api/mover/work-spec'
import { Annotation } from '../../../api/names/annotations'
import { Label } from '../../../api/names/labels'
import { kopiaOwner, maintenanceLease, maintenanceLeaseAliases } from '../../core/maintenance-owner'
import { moverJob, type MoverJobRefusal } from '../../core/mover-job'
import { capName, repositoryLabel } from '../../core/names'
import { repositoryAccess, repositoryLayer } from '../../core/repository'
import type { Settings } from '../../settings'
import { jobClient, targetOf } from '../job-target'
import type { Observed } from '../observed'
import type { Purpose } from './attempt'
import { bootstrapParameters } from './bootstrap-parameters'

export interface Launch {
  readonly purpose: Purpose
  /** Also count snapshots, bytes and index blobs. */
  readonly scan: boolean
  readonly credentialVersion: string
  readonly caBundle?: string
  /** The unique id that is given up. */
  readonly reinitialized?: string
  readonly deadlineSeconds: number
}

export const discoveryName = (repositoryName: string): string => capName(`${repositoryName}-discovery`)

/** The Job that connects to the repository, or creates it where none ever was. */
export const discoveryJob = (
  observed: Observed,
  launch: Launch,
  settings: Settings,
): E.Either<MoverJobRefusal, KubeObject> => {
  const { ref, repository, namespace } = observed
  const layers = [withoutCacheClaim(repositoryLayer(repository))]
  const access = repositoryAccess(pinnedUnlessGivenUp(observed, launch), {
    client: jobClient(ref, 'kopiur-discovery'),
    readOnly: false,
    ...(launch.caBundle === undefined ? {} : { caBundle: launch.caBundle }),
    layers,
  })
  const workSpec: WorkSpec = {
    version: 1,
    target: targetOf(observed),
    repository: access.repository,
    operation: { bootstrap: operation(observed, launch) },
    progressIntervalSeconds: 0,
  }
  return moverJob({
    name: discoveryName(ref.name),
    namespace,
    labels: { [Label.repository]: repositoryLabel(ref), [Label.op]: 'discovery' },
    annotations: annotations(observed, launch),
    workSpec,
    layers,
    ...access,
    failurePolicy: {
      backoffLimit: repository.spec.bootstrap?.failurePolicy?.backoffLimit ?? 2,
      activeDeadlineSeconds: launch.deadlineSeconds,
    },
    settings: settings.mover,
  })
}

/** Discovery must not wait for a claim: its cache is always an emptyDir. */
const withoutCacheClaim = (layer: ReturnType<typeof repositoryLayer>): ReturnType<typeof repositoryLayer> => {
  const { contentCacheSizeMb, metadataCacheSizeMb } = layer.cache ?? {}
  return {
    ...layer,
    cache: {
      ...(contentCacheSizeMb === undefined ? {} : { contentCacheSizeMb }),
      ...(metadataCacheSizeMb === undefined ? {} : { metadataCacheSizeMb }),
    },
  }
}

const pinnedUnlessGivenUp = (
  { repository }: Observed,
  { reinitialized }: Launch,
): Pick<Observed['repository'], 'spec' | 'status'> =>
  reinitialized === undefined ? repository : { spec: repository.spec }

/**
 * A repository is created only where none was ever seen, or where the user gave up what was, and never empty where the
 * user wants it filled from another: that copies nothing yet.
 */
const operation = (observed: Observed, launch: Launch): BootstrapOperation => {
  const { spec, status } = observed.repository
  const createAllowed =
    observed.isLive &&
    launch.purpose === 'Connect' &&
    spec.mode !== 'ReadOnly' &&
    spec.create?.enabled !== false &&
    spec.seed === undefined &&
    (status?.uniqueId === undefined || launch.reinitialized === status.uniqueId)
  return {
    createAllowed,
    scan: launch.scan,
    ...(launch.purpose === 'Probe' || spec.mode === 'ReadOnly' ? {} : bootstrapParameters(spec)),
    ...owner(observed, launch),
  }
}

const owner = (
  { ref, repository: { spec }, maintenance }: Observed,
  { purpose }: Launch,
): Pick<BootstrapOperation, 'maintenanceOwner' | 'replaceOwners'> => {
  const cluster = spec.identityDefaults?.cluster
  return purpose === 'Probe' || spec.mode === 'ReadOnly' || maintenance._tag !== 'Managed'
    ? {}
    : {
        maintenanceOwner: kopiaOwner(maintenanceLease(ref, cluster)),
        replaceOwners: maintenanceLeaseAliases(ref, cluster).map(kopiaOwner),
      }
}

const annotations = ({ repository: { metadata } }: Observed, launch: Launch): { readonly [key: string]: string } => {
  const token = metadata.annotations?.[Annotation.reverifyRequestedAt]
  return {
    [Annotation.bootstrapGeneration]: String(metadata.generation ?? 0),
    [Annotation.discoveryPurpose]: launch.purpose,
    [Annotation.credentialVersion]: launch.credentialVersion,
    ...(token === undefined ? {} : { [Annotation.reverifyRequestedAt]: token }),
    ...(launch.reinitialized === undefined ? {} : { [Annotation.allowReinitialize]: launch.reinitialized }),
  }
}
