import type { WorkSpec } from '../../api/mover/work-spec'
import { kopiaOwner, maintenanceLease } from '../core/maintenance-owner'
import type { RepositoryRef } from '../core/names'
import type { Observed } from './observed'

/** The repository as the object that a Job runs for. */
export const targetOf = ({ ref, repository }: Pick<Observed, 'ref' | 'repository'>): WorkSpec['target'] => ({
  kind: ref.kind,
  name: ref.name,
  uid: repository.metadata.uid ?? '',
  ...(ref.kind === 'Repository' ? { namespace: ref.namespace } : {}),
})

/** Whom kopia is told a Job of the repository connects as; the host is the same for all of them. */
export const jobClient = (ref: RepositoryRef, username: string): WorkSpec['repository']['client'] => ({
  username,
  hostname: kopiaOwner(maintenanceLease(ref, undefined)).replace(/^[^@]*@/, ''),
})
