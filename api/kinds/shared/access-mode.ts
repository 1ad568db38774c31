import { openEnumeration, type TypeOf } from '../../schema'

export const accessMode = openEnumeration('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod')
export type AccessMode = TypeOf<typeof accessMode>
