import type { RepositoryAccess } from '../../../api/mover/work-spec'
import {
  mergeCache,
  type CredentialSecrets,
  type MoverLayer,
  type MoverPlacement,
  type MoverVolume,
} from '../mover-job'
import type { AnyRepository } from './any-repository'
import { credentialSecrets, workloadIdentity } from './credentials'
import { storageOf } from './storage'

export interface AccessOptions {
  /** Whom kopia connects as; never the pod. */
  readonly client: { readonly username: string; readonly hostname: string }
  /** Connect read-only and mount a filesystem repository read-only. */
  readonly readOnly: boolean
  /** PEM text of `caBundleOf`, where the backend wants one. */
  readonly caBundle?: string
  /** All layers of the mover, lowest first; their cache budgets are kopia's. */
  readonly layers: ReadonlyArray<MoverLayer>
}

/** Everything a mover Job needs to reach one repository. */
export interface MoverAccess {
  /** Goes into the work spec. */
  readonly repository: RepositoryAccess
  readonly volumes: ReadonlyArray<MoverVolume>
  readonly credentials: CredentialSecrets
  readonly placement: MoverPlacement
  readonly serviceAccount?: string
}

/** `moverDefaults` as the lowest layer over the hardened base. */
export const repositoryLayer = ({ spec }: Pick<AnyRepository, 'spec'>): MoverLayer => spec.moverDefaults ?? {}

/** How movers reach a repository. A unique id that was once seen is pinned: another repository behind it is an error. */
export const repositoryAccess = (
  { spec, status }: Pick<AnyRepository, 'spec' | 'status'>,
  { client, readOnly, caBundle, layers }: AccessOptions,
): MoverAccess => {
  const { contentCacheSizeMb, metadataCacheSizeMb } = mergeCache(layers)
  const throttle = spec.moverDefaults?.throttle
  const serviceAccount = workloadIdentity(spec)
  return {
    repository: {
      storage: storageOf(spec.backend, caBundle),
      client,
      readOnly: readOnly || spec.mode === 'ReadOnly',
      ...(contentCacheSizeMb === undefined ? {} : { contentCacheSizeMb }),
      ...(metadataCacheSizeMb === undefined ? {} : { metadataCacheSizeMb }),
      ...(throttle === undefined ? {} : { throttle }),
      ...(status?.uniqueId === undefined ? {} : { expectedUniqueId: status.uniqueId }),
    },
    volumes: repositoryVolumes(spec, readOnly || spec.mode === 'ReadOnly'),
    credentials: credentialSecrets(spec),
    placement: placement(spec),
    ...(serviceAccount === undefined ? {} : { serviceAccount }),
  }
}

const repositoryVolumes = ({ backend }: AnyRepository['spec'], readOnly: boolean): ReadonlyArray<MoverVolume> => {
  if (!('filesystem' in backend) || backend.filesystem.volume === undefined) return []
  const { path, volume } = backend.filesystem
  const from = 'pvc' in volume ? { claim: volume.pvc.name } : { nfs: volume.nfs }
  return [{ name: 'repo', mountPath: path, access: readOnly ? 'ReadOnly' : 'ReadWrite', from }]
}

/** Azure's webhook finds the pods of a workload identity by a label. */
const placement = ({ backend, moverDefaults = {} }: AnyRepository['spec']): MoverPlacement => {
  const azure = 'azure' in backend && backend.azure.auth?.workloadIdentity !== undefined
  const { nodeSelector, tolerations, affinity, podLabels, podAnnotations } = moverDefaults
  return {
    ...(nodeSelector === undefined ? {} : { nodeSelector }),
    ...(tolerations === undefined ? {} : { tolerations }),
    ...(affinity === undefined ? {} : { affinity }),
    ...(podAnnotations === undefined ? {} : { podAnnotations }),
    ...(podLabels === undefined && !azure
      ? {}
      : { podLabels: { ...podLabels, ...(azure ? { 'azure.workload.identity/use': 'true' } : {}) } }),
  }
}
