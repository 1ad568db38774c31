import { backend } from '../../api/kinds/shared/backend'
import { readyTriple, type ConditionUpdate } from '../core/conditions'
import type { Circumstances } from '../hook'
import { allowedNamespaceCount } from './allowed-namespaces'
import type { AnyStatus } from './any-status'
import { discoveryName } from './discovery/discovery-job'
import { indexBlobHealth } from './index-blob-health'
import { maintenanceCondition } from './maintenance-child/maintenance-children'
import type { Observed } from './observed'
import { readyOf } from './ready'
import { notActedOn } from './not-acted-on'
import { withConditions } from './status-conditions'

/** The whole status: what discovery and deletions found, what is seen of the rest, and the ready triple over it all. */
export const statusOf = (
  observed: Observed,
  { reads, settings, now }: Pick<Circumstances, 'reads' | 'settings' | 'now'>,
  found: { readonly status: AnyStatus; readonly conditions: ReadonlyArray<ConditionUpdate> },
): AnyStatus => {
  const { repository } = observed
  const { generation } = repository.metadata
  const stated = withConditions(
    {
      ...found.status,
      ...(found.status.phase === undefined ? { phase: 'Pending' } : {}),
      ...(generation === undefined ? {} : { observedGeneration: generation }),
      backend: discriminant(repository.spec.backend),
      ...allowedNamespaceCount(repository, reads),
    },
    [...found.conditions, ...indexBlobHealth(repository, found.status), ...maintenanceCondition(observed)],
    now,
    generation,
  )
  return withConditions(
    stated,
    notActedOn(observed, settings) ?? paused(observed) ?? ready(observed, stated),
    now,
    generation,
  )
}

const ready = ({ namespace, ref }: Observed, status: AnyStatus): ReadonlyArray<ConditionUpdate> =>
  readyOf(status, `${namespace}/${discoveryName(ref.name)}`)

const paused = ({ repository }: Observed): ReadonlyArray<ConditionUpdate> | undefined =>
  repository.spec.suspend === true
    ? readyTriple(
        'Reconciling',
        'Suspended',
        'spec.suspend is true: the backend is neither contacted nor probed, and nothing is deleted in it.',
      )
    : undefined

/** `s3` is `S3`, `webDav` is `WebDav`. */
const discriminant = (value: Observed['repository']['spec']['backend']): string => {
  const tag = backend.tagOf(value)
  return `${tag.slice(0, 1).toUpperCase()}${tag.slice(1)}`
}
