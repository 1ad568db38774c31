import { Label } from '../../../api/names/labels'
import { API_VERSION } from '../../../api/names/group'
import { snapshot } from '../../../api/kinds/snapshot'
import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import { listAs } from '../../core/kube'
import { lastPerObject } from '../../core/memo/last-per-object'
import type { Need, Reads } from '../../need'
import { rowsOf, type Row } from '../row'

/** All Snapshots of the policy, live. Nothing is dropped on less than this. */
export const snapshotsNeed = ({ metadata: { uid, namespace } }: SnapshotPolicy): Need => ({
  _tag: 'List',
  apiVersion: API_VERSION,
  kind: 'Snapshot',
  ...(namespace === undefined ? {} : { namespace }),
  labelSelector: { matchLabels: { [Label.controllerUid]: uid ?? '' } },
})

/** A live list is looked at in several rounds of one call. */
const judgedOnce: Pick<typeof snapshot, 'decode' | 'validate' | 'name'> = {
  name: snapshot.name,
  validate: snapshot.validate,
  decode: (value) => (typeof value === 'object' && value !== null ? decodedOnce(value) : snapshot.decode(value)),
}

const decodedOnce = lastPerObject((value: object) => snapshot.decode(value))

export type LiveRows =
  | { readonly _tag: 'NotRead' }
  | { readonly _tag: 'Live'; readonly rows: ReadonlyArray<Row> }
  /** Not listed: nothing is dropped. */
  | { readonly _tag: 'Unclear' }

export const liveRows = (policy: SnapshotPolicy, reads: Reads): LiveRows => {
  const read = listAs(judgedOnce)(reads, snapshotsNeed(policy))
  switch (read._tag) {
    case 'NotRead':
      return read
    case 'Forbidden':
      return { _tag: 'Unclear' }
    case 'Listed':
      return { _tag: 'Live', rows: rowsOf(read.items) }
  }
}
