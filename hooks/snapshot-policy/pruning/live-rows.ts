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
const readable = lastCall((items: ReadonlyArray<KubeObject>): ReadonlyArray<Snapshot> =>
  decodedAgain(items, () => undefined, undefined).flatMap((one) => (E.isRight(one) ? [one.right] : [])),
)

const decodedAgain = mapAgain((item: KubeObject) => snapshot.decode(item))
