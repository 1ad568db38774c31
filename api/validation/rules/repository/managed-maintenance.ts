import type { ManagedMaintenance } from '../../../kinds/shared/repository/managed-maintenance'
import { given, isBlank, refuseIf, type Problems } from '../../problem'
import { validFailurePolicy } from '../failure-policy'
import { validMaintenanceSchedule } from '../maintenance-schedule'
import { BACKUP_INHERITANCE, validMover } from '../mover'

const PATH = 'spec.maintenance'

export const validManagedMaintenance = (maintenance: ManagedMaintenance, isCluster: boolean): Problems => [
  ...given(maintenance.namespace, (namespace) => [
    ...refuseIf(
      !isCluster,
      `${PATH}.namespace`,
      'is for a ClusterRepository only: a Repository is maintained in its own namespace',
    ),
    ...refuseIf(isCluster && isBlank(namespace), `${PATH}.namespace`, 'must not be empty'),
  ]),
  ...given(maintenance.schedule, (schedule) => validMaintenanceSchedule(schedule, `${PATH}.schedule`)),
  ...given(maintenance.mover, (mover) => validMover(mover, `${PATH}.mover`, BACKUP_INHERITANCE)),
  ...given(maintenance.failurePolicy, (policy) => validFailurePolicy(policy, `${PATH}.failurePolicy`)),
]
