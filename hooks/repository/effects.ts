import type { Snapshot } from '../../api/kinds/snapshot'
import { Annotation } from '../../api/names/annotations'
import { API_VERSION } from '../../api/names/group'
import { repositoryObjectRef } from '../core/repository'
import type { Effect } from '../effect'
import type { AnyStatus } from './any-status'
import type { DeletionDecision } from './deletion/decide-deletions'
import { neededEvent } from './deletion/needed-event'
import { NEEDED } from './deletion/pending-deletion'
import type { Verdict } from './deletion/settle'
import type { DiscoveryDecision } from './discovery/decide-discovery'
import type { EventDraft } from './event-draft'
import { indexBlobEvents, indexBlobHealth } from './index-blob-health'
import type { Observed } from './observed'
import { SLOT_GRANTED } from './pool/slots'
import { unreadableAnnotations } from './unreadable-annotations'

export interface Decided {
  readonly discovery: DiscoveryDecision
  readonly deletions: DeletionDecision
  readonly grants: ReadonlyArray<Snapshot>
  readonly status: AnyStatus
}

/** Verdicts on Snapshots, and what has to be told. */
export const effectsOf = (observed: Observed, decided: Decided): ReadonlyArray<Effect> => [
  ...decided.deletions.verdicts.map(annotate),
  ...decided.grants.map(grant),
  ...[
    ...decided.discovery.events,
    ...unreadableAnnotations(observed),
    ...indexBlobEvents(
      observed.repository.status ?? {},
      indexBlobHealth(observed.repository, decided.status),
      decided.status.storageStats?.lastObservedAt ?? '',
    ),
  ].map(told(observed)),
  ...decided.deletions.verdicts.filter(({ value }) => value === NEEDED).map(({ deletion }) => neededEvent(deletion)),
]

const annotate = ({ deletion, value }: Verdict): Effect => ({
  _tag: 'Annotate',
  ref: { apiVersion: API_VERSION, kind: 'Snapshot', namespace: deletion.namespace, name: deletion.name },
  uid: deletion.uid,
  annotations: { [Annotation.repositoryVerdict]: value },
})

const grant = ({ metadata }: Snapshot): Effect => ({
  _tag: 'Annotate',
  ref: { apiVersion: API_VERSION, kind: 'Snapshot', namespace: metadata.namespace ?? '', name: metadata.name },
  uid: metadata.uid ?? '',
  annotations: { [Annotation.repositoryVerdict]: SLOT_GRANTED },
})

const told =
  ({ ref, repository }: Observed) =>
  (event: EventDraft): Effect => ({
    _tag: 'EmitEvent',
    regarding: { ...repositoryObjectRef(ref), uid: repository.metadata.uid ?? '' },
    ...event,
  })
