import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Restore } from '../../api/kinds/restore'
import type { KubeObject } from '../../api/kubernetes/object'
import type { RestoreOperation } from '../../api/mover/work-spec'
import { Label } from '../../api/names/labels'
import { moverJob, type MoverLayer, type NamedLayer } from '../core/mover-job'
import { repositoryLabel } from '../core/names'
import { repositoryAccess, repositoryLayer, resolveRepositoryRef } from '../core/repository'
import type { Circumstances } from '../hook'
import type { RunCredentials } from './credentials'
import type { LastingCache } from './lasting-cache'
import { namespaceOf, ownerName } from './names'
import type { ReadFrom } from './source/source'
import type { Node } from './target/colocation'
import { RESTORE_OPERATION } from './target/users'
import { wait, type Step } from './walk'

/** kopia removes its marker `<target>.kopia-entry` beside the target in the end, so that folder must be writable too. */
const TARGET_PARENT = '/restore'

/** Where the mover finds the volume that is restored into. */
export const TARGET_PATH = `${TARGET_PARENT}/volume`

export interface RestoreJobParts {
  readonly name: string
  readonly claim: string
  readonly source: RestoreOperation['source']
  readonly anchor?: NonNullable<RestoreOperation['anchor']>
  readonly repository: ReadFrom
  readonly caBundle: string | undefined
  readonly credentials: Pick<RunCredentials, 'secrets'>
  readonly layers: ReadonlyArray<NamedLayer>
  readonly node: Node
  readonly cache: Pick<LastingCache, 'claim'>
}

/** The Job that restores one snapshot into one claim. */
export const restoreJob = (restore: Restore, parts: RestoreJobParts, { settings }: Circumstances): Step<KubeObject> => {
  const namespace = namespaceOf(restore)
  const layers = parts.layers.map(({ layer }) => layer)
  const access = repositoryAccess(parts.repository.object, {
    client: { username: 'restore', hostname: namespace },
    readOnly: true,
    layers,
    ...(parts.caBundle === undefined ? {} : { caBundle: parts.caBundle }),
  })
  const { backoffLimit, activeDeadlineSeconds } = restore.spec.failurePolicy ?? {}
  return pipe(
    moverJob({
      ...access,
      credentials: parts.credentials.secrets,
      name: parts.name,
      namespace,
      labels: jobLabels(restore, parts.repository),
      workSpec: {
        version: 1,
        target: { kind: 'Restore', name: restore.metadata.name, uid: restore.metadata.uid ?? '', namespace },
        repository: access.repository,
        operation: {
          restore: {
            source: parts.source,
            targetPath: TARGET_PATH,
            options: restore.spec.options ?? {},
            ...(parts.anchor === undefined ? {} : { anchor: parts.anchor }),
          },
        },
        progressIntervalSeconds: settings.mover.progressIntervalSeconds,
      },
      volumes: [
        { name: 'target-parent', mountPath: TARGET_PARENT, access: 'ReadWrite', from: { scratch: true } },
        { name: 'target', mountPath: TARGET_PATH, access: 'ReadWrite', from: { claim: parts.claim } },
        ...access.volumes,
      ],
      layers,
      failurePolicy: {
        ...(backoffLimit === undefined ? {} : { backoffLimit }),
        ...(activeDeadlineSeconds === undefined ? {} : { activeDeadlineSeconds }),
      },
      ...(parts.cache.claim === undefined ? {} : { cacheClaim: parts.cache.claim }),
      ...(parts.node === undefined ? {} : { node: parts.node }),
      settings: settings.mover,
    }),
    E.orElseW(({ bytes, limit }) => wait({ _tag: 'WorkSpecTooLarge', bytes, limit })),
  )
}

/** The layers of its mover with the names they go by, lowest first. */
export const moverLayers = (
  restore: Restore,
  { object }: ReadFrom,
  inherited: NamedLayer | undefined,
): ReadonlyArray<NamedLayer> => [
  { from: `${object.kind} ${object.metadata.name} spec.moverDefaults`, layer: repositoryLayer(object) },
  ...(inherited === undefined ? [] : [inherited]),
  { from: `spec.mover of Restore ${ownerName(restore)}`, layer: ownLayer(restore) },
]

const ownLayer = ({ spec }: Restore): MoverLayer => spec.mover ?? {}

const jobLabels = (restore: Restore, { written }: ReadFrom) => ({
  [Label.op]: RESTORE_OPERATION,
  [Label.repoPool]: repositoryLabel(resolveRepositoryRef(written, namespaceOf(restore))),
})
