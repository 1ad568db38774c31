import type { ConditionUpdate } from '../../core/conditions'
import type { ChildDecision } from '../../hook'
import type { Observed } from '../observed'
import type { RepositoryRequest } from '../request'

/** The managed Maintenance: made once the repository was connected, put back when edited, taken away when another serves. */
export const maintenanceChildren = (
  { maintenance, repository }: Observed,
  { maintenances }: Pick<RepositoryRequest, 'maintenances'>,
): ReadonlyArray<ChildDecision> => {
  const wanted = maintenance._tag === 'Managed' ? maintenance : undefined
  const observed = maintenances.map((object): ChildDecision => {
    const same =
      wanted !== undefined &&
      object.metadata.name === wanted.desired.metadata.name &&
      object.metadata.namespace === wanted.desired.metadata.namespace
    return same
      ? { _tag: 'keep', object: wanted.desired }
      : maintenance._tag === 'NameTaken'
        ? { _tag: 'keep', object }
        : { _tag: 'drop', object, reason: 'the repository is maintained otherwise, elsewhere or not at all' }
  })
  const due =
    wanted !== undefined &&
    !wanted.observed &&
    repository.status?.uniqueId !== undefined &&
    repository.spec.suspend !== true
  return due
    ? [...observed, { _tag: 'create', object: wanted.desired, reason: 'nobody maintains the repository yet' }]
    : observed
}

/** What is seen to be so; nothing while the Maintenance is only wished for. */
export const maintenanceCondition = ({ maintenance }: Observed): ReadonlyArray<ConditionUpdate> => {
  switch (maintenance._tag) {
    case 'Foreign':
      return [configured('A Maintenance written for this repository serves it.')]
    case 'Managed':
      return maintenance.observed ? [configured('The Maintenance that the repository made serves it.')] : []
    case 'Disabled':
      return [
        not(
          'MaintenanceDisabled',
          'Nobody maintains the repository from here: spec.maintenance.enabled is false, or the repository is read-only. Without maintenance elsewhere its space is never freed.',
        ),
      ]
    case 'NameTaken':
      return [
        not(
          'MaintenanceApplyFailed',
          `Maintenance ${maintenance.name} serves another repository and stands where this one's would. Rename it, or write a Maintenance for this repository yourself.`,
        ),
      ]
  }
}

const configured = (message: string): ConditionUpdate => ({
  type: 'MaintenanceConfigured',
  status: 'True',
  reason: 'MaintenanceConfigured',
  message,
})

const not = (reason: string, message: string): ConditionUpdate => ({
  type: 'MaintenanceConfigured',
  status: 'False',
  reason,
  message,
})
