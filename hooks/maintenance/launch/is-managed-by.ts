import type { Maintenance } from '../../../api/kinds/maintenance'
import type { AnyRepository } from '../../core/repository'

/** Whether a repository made this Maintenance for itself. */
export const isManagedBy = ({ metadata }: Maintenance, repository: AnyRepository): boolean =>
  (metadata.ownerReferences ?? []).some(({ uid, controller }) => controller === true && uid === repository.metadata.uid)
