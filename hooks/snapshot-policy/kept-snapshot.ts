import type { Snapshot } from '../../api/kinds/snapshot'
import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import { Annotation, type PrunedBy } from '../../api/names/annotations'
import { PREFIX } from '../../api/names/labels'
import type { KubeObject } from '../../api/kubernetes/object'
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
  { policy, schedule }: { readonly policy: SnapshotPolicy; readonly schedule: SnapshotSchedule | undefined },
): KubeObject => {
  const { apiVersion, kind, metadata } = snapshot
  const { name, namespace } = metadata
  const stamp = dying ? seen : wanted
  const identity = namespace === undefined ? { name } : { name, namespace }
  return standing === 'Inert'
    ? { apiVersion, kind, metadata: identity, spec: snapshot.spec }
    : {
        apiVersion,
        kind,
        metadata: {
          ...identity,
          ...ownLabels(snapshot),
          annotations: {
            [Annotation.policyUid]: policy.metadata.uid ?? '',
            [Annotation.onPolicyDelete]: onPolicyDelete(policy),
            ...scheduleAnnotations(snapshot, schedule),
            ...(stamp === undefined ? {} : { [Annotation.prunedBy]: stamp }),
          },
        },
        spec: keptSpec(snapshot, policy, schedule),
      }
}

const ownLabels = ({ metadata: { labels = {}, annotations = {} } }: Snapshot) =>
  annotations[Annotation.slot] === undefined
    ? {}
    : { labels: Object.fromEntries(Object.entries(labels).filter(([key]) => key.startsWith(PREFIX))) }

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
  policy: SnapshotPolicy,
  schedule: SnapshotSchedule | undefined,
): Snapshot['spec'] => {
  const cascade = schedule === undefined ? undefined : onScheduleDelete(schedule)
  const turned = cascade !== undefined && cascade !== (spec.onScheduleDelete ?? 'Retain')
  const repository = spec.repository === undefined && isMulti(policy) ? status?.resolved?.repository : undefined
  return turned || repository !== undefined
    ? { ...spec, ...(turned ? { onScheduleDelete: cascade } : {}), ...(repository === undefined ? {} : { repository }) }
    : spec
}
