import type { Maintenance } from '../../../api/kinds/maintenance'
import type { KubeObject } from '../../../api/kubernetes/object'
import { repositoryKey, type RepositoryRef } from '../../core/names'
import { resolveRepositoryRef, type AnyRepository } from '../../core/repository'
import type { Settings } from '../../settings'
import { desiredMaintenance } from './desired-maintenance'

/** What is to become of the Maintenance that a repository makes for itself. */
export type MaintenanceState =
  | { readonly _tag: 'Managed'; readonly desired: KubeObject; readonly observed: boolean }
  /** Somebody wrote a Maintenance for the repository; ours would fight with it. */
  | { readonly _tag: 'Foreign' }
  | { readonly _tag: 'Disabled' }
  /** Its name is taken by a Maintenance of another repository. */
  | { readonly _tag: 'NameTaken'; readonly name: string }

export interface MaintenanceFacts {
  readonly ref: RepositoryRef
  readonly repository: AnyRepository
  readonly settings: Pick<Settings, 'operatorNamespace'>
  readonly children: ReadonlyArray<KubeObject>
  /** Every Maintenance there is. */
  readonly all: ReadonlyArray<Maintenance>
}

export const managedMaintenance = (facts: MaintenanceFacts): MaintenanceState => {
  const { repository, all } = facts
  const foreign = all.filter(
    (candidate) => !isOwn(facts, candidate) && candidate.metadata.deletionTimestamp === undefined,
  )
  if (foreign.some(isMaintenanceOf(facts.ref))) return { _tag: 'Foreign' }
  if (repository.spec.maintenance?.enabled === false || repository.spec.mode === 'ReadOnly') return { _tag: 'Disabled' }
  const desired = desiredMaintenance(facts)
  return foreign.some(({ metadata }) => samePlace(metadata, desired.metadata))
    ? { _tag: 'NameTaken', name: `${desired.metadata.namespace ?? ''}/${desired.metadata.name}` }
    : {
        _tag: 'Managed',
        desired,
        observed: facts.children.some(({ metadata }) => samePlace(metadata, desired.metadata)),
      }
}

const isOwn = ({ repository, children }: MaintenanceFacts, { metadata }: Maintenance): boolean =>
  children.some((child) => child.metadata.uid === metadata.uid) ||
  (metadata.ownerReferences ?? []).some(({ uid, controller }) => controller === true && uid === repository.metadata.uid)

/** Whether a Maintenance is of this repository. */
export const isMaintenanceOf =
  (ref: RepositoryRef) =>
  ({ spec, metadata }: Maintenance): boolean =>
    repositoryKey(resolveRepositoryRef(spec.repository, metadata.namespace ?? '')) === repositoryKey(ref)

interface Named {
  readonly name: string
  readonly namespace?: string
}

const samePlace = (a: Named, b: Named): boolean => a.name === b.name && a.namespace === b.namespace
