import type * as E from 'fp-ts/Either'
import type { Snapshot, SnapshotStatus } from '../../../api/kinds/snapshot'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { Anchor } from '../../../api/mover/work-spec'
import { Annotation } from '../../../api/names/annotations'
import { Label } from '../../../api/names/labels'
import { moverJob, type MoverJobRefusal } from '../../core/mover-job'
import { capName } from '../../core/names'
import { repositoryAccess, repositoryLayer } from '../../core/repository'
import type { RepositoryPlace } from '../launch/repository-of'
import type { RunSecrets } from '../launch/run-secrets'
import type { Scene } from '../scene'

type KopiaSnapshot = NonNullable<SnapshotStatus['snapshot']>

export const pinJobName = ({ metadata }: Pick<Snapshot, 'metadata'>): string => capName(`${metadata.name}-pin`)

const PIN_DEADLINE_SECONDS = 1800

/** Finds the snapshot again after kopia gave it another id. */
export const anchorOf = ({ status }: Pick<Snapshot, 'status'>): Anchor => {
  const { username, hostname, sourcePath } = status?.snapshot?.identity ?? {}
  const startTime = status?.timing?.startTime
  return {
    ...(username === undefined ? {} : { username }),
    ...(hostname === undefined ? {} : { hostname }),
    ...(sourcePath === undefined ? {} : { sourcePath }),
    ...(startTime === undefined ? {} : { startTime }),
  }
}

export interface PinParts {
  readonly target: boolean
  readonly saved: KopiaSnapshot
  readonly secrets: RunSecrets
  readonly caBundle: string | undefined
}

/** Sets or takes off the pin of one snapshot in kopia; doing it twice changes nothing. */
export const pinJob = (
  { snapshot, namespace, uid, settings }: Scene,
  { repository }: RepositoryPlace,
  { target, saved, secrets, caBundle }: PinParts,
): E.Either<MoverJobRefusal, KubeObject> => {
  const layers = [repositoryLayer(repository)]
  const { username, hostname } = saved.identity
  const access = repositoryAccess(repository, {
    client: { username, hostname },
    readOnly: false,
    layers,
    ...(caBundle === undefined ? {} : { caBundle }),
  })
  return moverJob({
    name: pinJobName(snapshot),
    namespace,
    labels: { [Label.op]: 'snapshot-pin' },
    annotations: { [Annotation.pinTarget]: String(target) },
    workSpec: {
      version: 1,
      target: { kind: snapshot.kind, name: snapshot.metadata.name, namespace, uid },
      repository: access.repository,
      operation: { pin: { snapshotId: saved.kopiaSnapshotID, anchor: anchorOf(snapshot), pinned: target } },
    },
    volumes: access.volumes,
    credentials: secrets.secrets,
    layers,
    placement: access.placement,
    ...(access.serviceAccount === undefined ? {} : { serviceAccount: access.serviceAccount }),
    failurePolicy: { activeDeadlineSeconds: PIN_DEADLINE_SECONDS },
    settings: settings.mover,
  })
}
