import type { Snapshot } from '../../../api/kinds/snapshot'
import { API_VERSION } from '../../../api/names/group'
import type { RepositoryRef } from '../../core/names'
import { resolveRepositoryRef } from '../../core/repository'

/** The repository a Snapshot lies in: as its run recorded it, as it was pinned, or the one that owns a discovered row. */
export const snapshotRepository = ({ metadata, spec, status }: Snapshot): RepositoryRef | undefined => {
  const written = status?.resolved?.repository ?? spec.repository ?? owner(metadata)
  return written === undefined ? undefined : resolveRepositoryRef(written, metadata.namespace ?? 'default')
}

const owner = ({ ownerReferences }: Snapshot['metadata']) => {
  const found = ownerReferences?.find(
    ({ apiVersion, kind }) => apiVersion === API_VERSION && (kind === 'Repository' || kind === 'ClusterRepository'),
  )
  return found === undefined ? undefined : { kind: found.kind, name: found.name }
}
