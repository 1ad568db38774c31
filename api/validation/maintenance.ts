import type { Maintenance } from '../kinds/maintenance'
import type { ObjectMeta } from '../kubernetes/object'
import { Annotation } from '../names/annotations'
import type { KindRules } from './kind-rules'
import { each, given, isBlank, refuseIf, type Problems } from './problem'
import { validFailurePolicy } from './rules/failure-policy'
import { maintenanceJitters, validMaintenanceSchedule } from './rules/maintenance-schedule'
import { BACKUP_INHERITANCE, validMover } from './rules/mover'
import { validRepositoryRef } from './rules/reference'
import { validRunRequest } from './rules/run-requested'
import { mayUse } from './rules/tenancy'

export const maintenanceRules: KindRules<Maintenance> = {
  shared: ({ spec }) => [
    ...validRepositoryRef(spec.repository, 'spec.repository'),
    ...validMaintenanceSchedule(spec.schedule, 'spec.schedule'),
    ...refuseIf(isBlank(spec.ownership.owner), 'spec.ownership.owner', 'must not be empty'),
    ...each(spec.ownership.ownerAliases, 'spec.ownership.ownerAliases', (alias, path) =>
      refuseIf(isBlank(alias), path, 'must not be empty'),
    ),
    ...given(spec.mover, (mover) => validMover(mover, 'spec.mover', BACKUP_INHERITANCE)),
    ...given(spec.failurePolicy, (policy) => validFailurePolicy(policy, 'spec.failurePolicy')),
  ],
  admission: ({ object, surroundings }) => [
    ...maintenanceJitters(object.spec.schedule, 'spec.schedule'),
    ...validRunRequest(object.metadata),
    ...validRunMode(object.metadata),
    ...mayUse(object.spec.repository, object.metadata.namespace ?? '', 'spec.repository', surroundings),
  ],
  warnings: () => [],
}

const validRunMode = ({ annotations = {} }: ObjectMeta): Problems => {
  const mode = annotations[Annotation.runMode]
  return refuseIf(
    mode !== undefined && mode !== 'quick' && mode !== 'full',
    `metadata.annotations[${JSON.stringify(Annotation.runMode)}]`,
    `must be quick or full, not ${JSON.stringify(mode)}`,
  )
}
