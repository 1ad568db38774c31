import type { BootstrapOperation, RepositoryAccess } from '../../api/mover/work-spec'
import { type Command, command } from './command'
import { connectionFlags } from './connect'
import { flag } from './flag'
import type { Provider } from './provider'

type CreateOptions = NonNullable<BootstrapOperation['create']>

const algorithms = (options: CreateOptions): ReadonlyArray<string> => [
  ...flag('--object-splitter', options.splitter),
  ...flag('--block-hash', options.hash),
  ...flag('--encryption', options.encryption),
  ...flag('--ecc', options.ecc?.algorithm),
  ...flag('--ecc-overhead-percent', options.ecc?.overheadPercent),
]

/**
 * Creates a repository and connects to it. Object lock is not asked for here: on a bucket without it the creation would
 * stop half-way and leave blobs behind; it is set as a parameter afterwards.
 */
export const create = (access: RepositoryAccess, provider: Provider, options: CreateOptions = {}): Command =>
  command.control('repository create', [
    ...connectionFlags({ ...access, readOnly: false }, provider),
    ...algorithms(options),
  ])
