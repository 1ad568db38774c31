import { Label } from '../../../api/names/labels'
import { API_VERSION } from '../../../api/names/group'
import { snapshot } from '../../../api/kinds/snapshot'
import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import { listAs } from '../../core/kube'
import type { Need, Reads } from '../../need'
import { rowOf, type Row } from '../row'

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
  const read = listAs(snapshot)(reads, snapshotsNeed(policy))
  switch (read._tag) {
    case 'NotRead':
      return read
    case 'Forbidden':
      return { _tag: 'Unclear' }
    case 'Listed':
      return { _tag: 'Live', rows: read.items.map(rowOf) }
  }
}
