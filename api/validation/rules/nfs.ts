import type { Nfs } from '../../kinds/shared/nfs'
import { isBlank, refuseIf, type Problems } from '../problem'

export const validNfs = ({ server, path }: Nfs, field: string): Problems => [
  ...refuseIf(isBlank(server), `${field}.server`, 'must name an NFS server'),
  ...refuseIf(!path.startsWith('/'), `${field}.path`, `${JSON.stringify(path)} must start with /`),
]
