import type { Snapshot } from '../../api/kinds/snapshot'
import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import { Annotation, type PrunedBy } from '../../api/names/annotations'
import { Label } from '../../api/names/labels'
import type { KubeObject } from '../../api/kubernetes/object'
import { present } from '../core/json/present'
import { lastCall } from '../core/memo/last-call'
import { onPolicyDelete, onScheduleDelete } from './born-snapshot'
import type { Row } from './row'
import { isMulti } from './target'

/**
 * An observed Snapshot as its policy wants it: the spec as it is, so that users' edits stay, and the annotations that
 * are the policy's. Labels of one that was made here are given back as they are: leaving one out would take it off.
 */
export const keptSnapshot = (
  { snapshot, standing, dying, stamp: seen }: Row,
  wanted: PrunedBy | undefined,
  owner: Owner,
  schedule: SnapshotSchedule | undefined,
): KubeObject => {
  const { apiVersion, kind, metadata, spec } = snapshot
  const { name, namespace } = metadata
  const identity = namespace === undefined ? { name } : { name, namespace }
  if (standing === 'Inert') return { apiVersion, kind, metadata: identity, spec }
  const annotations = {
    [Annotation.policyUid]: owner.uid,
    [Annotation.onPolicyDelete]: owner.onPolicyDelete,
    ...scheduleAnnotations(snapshot, schedule),
    ...present(dying ? seen : wanted, (stamp) => ({ [Annotation.prunedBy]: stamp })),
  }
  return {
    apiVersion,
    kind,
    metadata: { ...identity, ...ownLabels(snapshot), annotations },
    spec: keptSpec(snapshot, owner, schedule),
  }
}

/** What the Snapshots of a policy have to know of it. */
export interface Owner {
  readonly uid: string
  readonly onPolicyDelete: 'Retain' | 'Delete'
  readonly isMulti: boolean
}

export const ownerOf = ({ spec, metadata }: SnapshotPolicy): Owner => owner(spec, metadata.uid ?? '')

const owner = lastCall((spec: SnapshotPolicy['spec'], uid: string): Owner => ({
  uid,
  onPolicyDelete: onPolicyDelete(spec),
  isMulti: isMulti(spec),
}))

/** The labels that a Snapshot is born with, with what others have made of them. */
const BORN_WITH = [Label.origin, Label.schedule, Label.config, Label.state, Label.repository, Label.group]

const ownLabels = ({ metadata: { labels = {}, annotations = {} } }: Snapshot) =>
  annotations[Annotation.slot] === undefined ? {} : { labels: picked(labels, BORN_WITH) }

const picked = (labels: { readonly [key: string]: string }, keys: ReadonlyArray<string>) => {
  const found: { [key: string]: string } = {}
  for (const key of keys) {
    const value = labels[key]
    if (value !== undefined) found[key] = value
  }
  return found
}

const scheduleAnnotations = (
  { metadata: { annotations = {} } }: Snapshot,
  schedule: SnapshotSchedule | undefined,
): { readonly [key: string]: string } => {
  const uid = annotations[Annotation.scheduleUid]
  const slot = annotations[Annotation.slot]
  const mode = schedule === undefined ? annotations[Annotation.onScheduleDelete] : onScheduleDelete(schedule)
  return uid === undefined
    ? {}
    : {
        [Annotation.scheduleUid]: uid,
        ...(slot === undefined ? {} : { [Annotation.slot]: slot }),
        ...(mode === undefined ? {} : { [Annotation.onScheduleDelete]: mode }),
      }
}

/** The spec as it is but for two fields: the schedule's cascade, and a repository that a fan-out has to name. */
const keptSpec = (
  { spec, status }: Snapshot,
  owner: Owner,
  schedule: SnapshotSchedule | undefined,
): Snapshot['spec'] => {
  const cascade = schedule === undefined ? undefined : onScheduleDelete(schedule)
  const turned = cascade !== undefined && cascade !== (spec.onScheduleDelete ?? 'Retain')
  const repository = spec.repository === undefined && owner.isMulti ? status?.resolved?.repository : undefined
  return turned || repository !== undefined
    ? { ...spec, ...(turned ? { onScheduleDelete: cascade } : {}), ...(repository === undefined ? {} : { repository }) }
    : spec
}
