import type * as E from 'fp-ts/Either'
import type { SnapshotStatus } from '../../../api/kinds/snapshot'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { WorkSpec } from '../../../api/mover/work-spec'
import { Annotation } from '../../../api/names/annotations'
import { Label } from '../../../api/names/labels'
import { moverJob, type MoverJobRefusal } from '../../core/mover-job'
import { capName, repositoryLabel } from '../../core/names'
import { repositoryAccess } from '../../core/repository'
import { originOf } from '../../core/origin'
import type { Scene } from '../scene'
import type { LastingCache } from './cache-claim'
import type { Inherited } from './inherited-layer'
import { keepSeconds } from './layers'
import type { PolicyPlace } from './policy-of'
import { recordedIdentity } from './recorded'
import type { RunSecrets } from './run-secrets'
import type { RepositoryPlace } from './repository-of'
import { snapshotOperation } from './snapshot-operation'
import { stagedStatus } from './staging-failed'
import type { SourceVolume } from './volume'

export interface RunParts {
  readonly jobName: string
  readonly policy: PolicyPlace
  readonly repository: RepositoryPlace
  readonly identity: { readonly username: string; readonly hostname: string }
  readonly source: SourceVolume
  readonly caBundle: string | undefined
  readonly inherited: Inherited
  readonly secrets: RunSecrets
  readonly cache: LastingCache
}

/** The mover Job of a run, from facts alone. */
export const runJob = (scene: Scene, parts: RunParts): E.Either<MoverJobRefusal, KubeObject> => {
  const { snapshot, settings } = scene
  const layers = parts.inherited.layers.map(({ layer }) => layer)
  const keep = keepSeconds(parts.inherited.layers)
  const access = repositoryAccess(parts.repository.repository, {
    client: parts.identity,
    readOnly: false,
    layers,
    ...(parts.caBundle === undefined ? {} : { caBundle: parts.caBundle }),
  })
  return moverJob({
    name: parts.jobName,
    namespace: scene.namespace,
    labels: labelsOf(scene, parts),
    annotations: {
      [Annotation.runFacts]: JSON.stringify(frozenFacts(parts)),
      [Annotation.hooksAfter]: String((parts.policy.policy.spec.hooks?.afterSnapshot ?? []).length > 0),
      ...(keep === undefined ? {} : { [Annotation.keepSeconds]: String(keep) }),
    },
    workSpec: workSpecOf(scene, parts, access.repository),
    volumes: [parts.source.volume, ...access.volumes],
    credentials: parts.secrets.secrets,
    layers,
    placement: access.placement,
    ...(access.serviceAccount === undefined ? {} : { serviceAccount: access.serviceAccount }),
    ...(snapshot.spec.failurePolicy === undefined ? {} : { failurePolicy: snapshot.spec.failurePolicy }),
    ...(parts.source.node === undefined ? {} : { node: parts.source.node }),
    ...(parts.cache.claim === undefined ? {} : { cacheClaim: parts.cache.claim }),
    settings: settings.mover,
  })
}

const labelsOf = ({ snapshot }: Scene, { policy, repository }: RunParts) => ({
  [Label.origin]: originOf(snapshot),
  [Label.config]: capName(policy.policy.metadata.name),
  [Label.repoPool]: repositoryLabel(repository.ref),
})

const workSpecOf = (scene: Scene, parts: RunParts, repository: WorkSpec['repository']): WorkSpec => {
  const { snapshot, namespace, uid, settings } = scene
  const { policy } = parts.policy
  return {
    version: 1,
    target: { kind: snapshot.kind, name: snapshot.metadata.name, namespace, uid },
    repository,
    operation: {
      snapshot: snapshotOperation({
        snapshot,
        policyName: policy.metadata.name,
        policy: policy.spec,
        identity: parts.identity,
        sourcePath: parts.source.sourcePath,
        mountPath: parts.source.volume.mountPath,
        recorded: recordedOf(parts),
      }),
    },
    progressIntervalSeconds: settings.mover.progressIntervalSeconds,
  }
}

const recordedOf = ({ inherited }: RunParts) =>
  recordedIdentity(
    inherited.layers.map(({ layer }) => layer),
    inherited.condition?.reason === 'InheritApplied',
  )

/** What the status keeps of a run: where it wrote, what it read, as whom. */
export const frozenFacts = (parts: RunParts): Partial<SnapshotStatus> => {
  const { policy, source } = parts
  return {
    resolved: {
      repository: parts.repository.ref,
      sources: [{ sourcePath: source.sourcePath, ...(source.pvc === undefined ? {} : { pvc: source.pvc }) }],
      credentialProjection: { enabled: policy.policy.spec.credentialProjection?.enabled ?? false },
    },
    recorded: recordedOf(parts),
    ...(source.stage === undefined ? {} : stagedStatus(policy.policy.spec, true, source.stage)),
  }
}
