import { object, string, type TypeOf } from '../../schema'

/** An NFS export, mounted by the node. */
export const nfs = object({ path: string, server: string })
export type Nfs = TypeOf<typeof nfs>
