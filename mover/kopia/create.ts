import type { BootstrapOperation, RepositoryAccess } from '../../api/mover/work-spec'
import { type Command, command } from './command'
import { connectionFlags } from './connect'
import type { Provider } from './provider'

type CreateOptions = NonNullable<BootstrapOperation['create']>

const option = (flag: string, value: string | number | undefined) => (value === undefined ? [] : [flag, String(value)])

const algorithms = (options: CreateOptions): ReadonlyArray<string> => [
  ...option('--object-splitter', options.splitter),
  ...option('--block-hash', options.hash),
  ...option('--encryption', options.encryption),
  ...option('--ecc', options.ecc?.algorithm),
  ...option('--ecc-overhead-percent', options.ecc?.overheadPercent),
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
