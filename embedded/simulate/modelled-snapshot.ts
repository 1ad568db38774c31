import { snapshot, type Snapshot } from '../../api/kinds/snapshot'
import type { KubeObject } from '../../api/kubernetes/object'
import { Annotation } from '../../api/names/annotations'
import { sameJson } from '../../hooks/core/json/same-json'
import { formatInstant, type Instant } from '../../hooks/core/time/instant'

/** A Snapshot as its run begins, which is as soon as it is created. */
export const begun = (born: KubeObject, uid: string, now: Instant): Snapshot => {
  const decoded = snapshot.decode({
    ...born,
    metadata: { ...born.metadata, uid, creationTimestamp: formatInstant(now) },
    status: { phase: 'Running', origin: 'scheduled', timing: { startTime: formatInstant(now) } },
  })
  if (decoded._tag === 'Left') throw new Error(`the hook made a Snapshot that is none: ${born.metadata.name}`)
  return decoded.right
}

export const ended = (running: Snapshot, end: Instant, failed: boolean): Snapshot => ({
  ...running,
  status: {
    ...running.status,
    phase: failed ? 'Failed' : 'Succeeded',
    timing: { ...running.status?.timing, endTime: formatInstant(end) },
    ...(failed
      ? { failure: { kopiaErrorClass: 'Unknown', message: 'The run was made to fail.', retryRecommended: true } }
      : {
          snapshot: {
            kopiaSnapshotID: running.metadata.name,
            identity: { username: 'simulated', hostname: 'simulated' },
          },
        }),
  },
})

/** With the annotations that its policy wants, as Metacontroller applies them; the very same when nothing changes. */
export const annotated = (before: Snapshot, wanted: KubeObject): Snapshot => {
  const { [Annotation.prunedBy]: _, ...others } = before.metadata.annotations ?? {}
  const annotations = { ...others, ...wanted.metadata.annotations }
  return sameJson(annotations, before.metadata.annotations)
    ? before
    : { ...before, metadata: { ...before.metadata, annotations } }
}

export const slotOf = ({ metadata }: KubeObject): Instant => Date.parse(metadata.annotations?.[Annotation.slot] ?? '')
