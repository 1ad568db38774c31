import type { MaintenanceSpec } from '../../../api/kinds/maintenance'
import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import { maintenanceLease, maintenanceLeaseAliases } from '../../core/maintenance-owner'
import { homeNamespace } from '../../core/repository'
import type { MaintenanceFacts } from './managed-maintenance'

const DEFAULT_SCHEDULE: MaintenanceSpec['schedule'] = {
  quick: { cron: '0 */6 * * *', jitter: '30m' },
  full: { cron: '0 3 * * *', jitter: '1h' },
}

/** The Maintenance of a repository, in full: whatever is edited on it is put back. */
export const desiredMaintenance = (facts: Omit<MaintenanceFacts, 'children' | 'all'>): KubeObject => ({
  apiVersion: API_VERSION,
  kind: 'Maintenance',
  metadata: {
    name: facts.ref.name,
    namespace: maintenanceNamespace(facts),
    labels: { [Label.managedBy]: MANAGED_BY },
  },
  spec: maintenanceSpec(facts),
})

const maintenanceNamespace = ({ ref, repository, settings }: Omit<MaintenanceFacts, 'children' | 'all'>): string =>
  ref.kind === 'Repository' ? ref.namespace : (repository.spec.maintenance?.namespace ?? settings.operatorNamespace)

const maintenanceSpec = (facts: Omit<MaintenanceFacts, 'children' | 'all'>): MaintenanceSpec => {
  const { ref, repository, settings } = facts
  const { schedule, mover, failurePolicy, takeoverPolicy } = repository.spec.maintenance ?? {}
  const cluster = repository.spec.identityDefaults?.cluster
  const aliases = maintenanceLeaseAliases(ref, cluster)
  return {
    repository: { kind: ref.kind, name: ref.name },
    schedule: schedule ?? DEFAULT_SCHEDULE,
    ownership: {
      owner: maintenanceLease(ref, cluster),
      ...(aliases.length === 0 ? {} : { ownerAliases: aliases }),
      takeoverPolicy: takeoverPolicy ?? 'Never',
    },
    ...(mover === undefined ? {} : { mover }),
    ...(failurePolicy === undefined ? {} : { failurePolicy }),
    ...(maintenanceNamespace(facts) === homeNamespace(ref, repository, settings)
      ? {}
      : { credentialProjection: { enabled: true } }),
  }
}
