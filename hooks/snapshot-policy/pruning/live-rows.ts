import * as E from 'fp-ts/Either'
import { Label } from '../../../api/names/labels'
import { API_VERSION } from '../../../api/names/group'
import type { KubeObject } from '../../../api/kubernetes/object'
import { snapshot, type Snapshot } from '../../../api/kinds/snapshot'
import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import { lastCall } from '../../core/memo/last-call'
import { mapAgain } from '../../core/memo/map-again'
import { needKey, type Need, type Reads } from '../../need'
import { rowsOf, type Row } from '../row'

/** All Snapshots of the policy, live. Nothing is dropped on less than this. */
export const snapshotsNeed = ({ metadata: { uid, namespace } }: SnapshotPolicy): Need => ({
  _tag: 'List',
  apiVersion: API_VERSION,
  kind: 'Snapshot',
  ...(namespace === undefined ? {} : { namespace }),
  labelSelector: { matchLabels: { [Label.controllerUid]: uid ?? '' } },
})

export type LiveRows =
  | { readonly _tag: 'NotRead' }
  | { readonly _tag: 'Live'; readonly rows: ReadonlyArray<Row> }
  /** Not listed: nothing is dropped. */
  | { readonly _tag: 'Unclear' }

export const liveRows = (policy: SnapshotPolicy, reads: Reads): LiveRows => {
  const outcome = reads.get(needKey(snapshotsNeed(policy)))
  if (outcome === undefined) return { _tag: 'NotRead' }
  return outcome._tag === 'Listed' ? { _tag: 'Live', rows: rowsOf(readable(outcome.items)) } : { _tag: 'Unclear' }
}

/** One that cannot be read takes no place in retention: then more is kept, not less. */
const readable = lastCall((items: ReadonlyArray<KubeObject>): ReadonlyArray<Snapshot> => {
  const decoded = decodedAgain(items, () => undefined, undefined)
  return areSnapshots(items, decoded) ? items : decoded.flatMap((one) => (E.isRight(one) ? [one.right] : []))
})

const decodedAgain = mapAgain((item: KubeObject) => snapshot.decode(item))

/** Decoding gave every object back as it was: then the list is the one that was read. */
const areSnapshots = (
  items: ReadonlyArray<KubeObject>,
  decoded: ReadonlyArray<ReturnType<typeof snapshot.decode>>,
): items is ReadonlyArray<KubeObject & Snapshot> =>
  items.every((item, index) => {
    const one = decoded[index]
    return one !== undefined && E.isRight(one) && one.right === item
  })
