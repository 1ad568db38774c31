import { nullable, object, string, uint32, union, type TypeOf } from '../../../schema'

/** Which source of the policy a Snapshot is of, and which claim of it. */
export const snapshotSource = object(
  { sourceIndex: uint32, target: union({ pvc: object({ name: string, namespace: string }) }) },
  { group: nullable(object({ namespace: string, volumeGroupSnapshotName: string })) },
)
export type SnapshotSource = TypeOf<typeof snapshotSource>
