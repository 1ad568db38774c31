import { given, isBlank, refuseIf, type Problems } from '../../problem'
import { backendWarnings, validBackend } from '../backend'
import { jitterWithinDay, validTiming } from '../cron'
import { validFailurePolicy } from '../failure-policy'
import { maintenanceJitters } from '../maintenance-schedule'
import { validMoverDefaults } from '../mover-defaults'
import { validCatalog } from './catalog'
import { validHealth } from './health'
import { validIdentityDefaults } from './identity-defaults'
import { validManagedMaintenance } from './managed-maintenance'
import type { Owner } from './owner'
import { validParameters } from './parameters'
import { validSeed } from './seed'

/** Rules that both kinds of repository share. */
export const validRepository = (owner: Owner): Problems => {
  const { kind, spec } = owner
  const isCluster = kind === 'ClusterRepository'
  return [
    ...validBackend(spec.backend, 'spec.backend'),
    ...refuseIf(
      isBlank(spec.encryption.passwordSecretRef.name),
      'spec.encryption.passwordSecretRef.name',
      'must not be empty',
    ),
    ...given(spec.bootstrap?.failurePolicy, (policy) => validFailurePolicy(policy, 'spec.bootstrap.failurePolicy')),
    ...given(spec.catalog, (catalog) => validCatalog(catalog, spec.identityDefaults ?? {}, isCluster)),
    ...given(spec.identityDefaults, validIdentityDefaults),
    ...given(spec.health, validHealth),
    ...given(spec.maintenance, (maintenance) => validManagedMaintenance(maintenance, isCluster)),
    ...given(spec.moverDefaults, (defaults) => validMoverDefaults(defaults, 'spec.moverDefaults')),
    ...given(spec.parameters, (parameters) => validParameters(parameters, spec.backend, spec.mode === 'ReadOnly')),
    ...given(spec.scheduleDefaults, (timing) => validTiming(timing, 'spec.scheduleDefaults')),
    ...given(spec.seed, (seed) => validSeed(seed, owner)),
  ]
}

export const repositoryJitters = ({ spec }: Owner): Problems => [
  ...jitterWithinDay(spec.scheduleDefaults?.jitter, 'spec.scheduleDefaults.jitter'),
  ...given(spec.maintenance?.schedule, (schedule) => maintenanceJitters(schedule, 'spec.maintenance.schedule')),
]

export const repositoryWarnings = ({ spec }: Owner): ReadonlyArray<string> => [
  ...backendWarnings(spec.backend, 'spec.backend'),
  ...(nfsNeedsMoreThanFsGroup(spec)
    ? [
        'spec.moverDefaults.podSecurityContext.fsGroup: is never applied to NFS; set securityContext.runAsUser or supplementalGroups to an owner of the export',
      ]
    : []),
]

const nfsNeedsMoreThanFsGroup = ({ backend, moverDefaults }: Owner['spec']): boolean => {
  const pod = moverDefaults?.podSecurityContext
  return (
    'filesystem' in backend &&
    backend.filesystem.volume !== undefined &&
    'nfs' in backend.filesystem.volume &&
    pod?.fsGroup !== undefined &&
    pod.runAsUser === undefined &&
    moverDefaults?.securityContext?.runAsUser === undefined &&
    (pod.supplementalGroups ?? []).length === 0
  )
}
