import type { RepositoryAccess } from '../../api/mover/work-spec'
import { type Command, command } from './command'
import { flag } from './flag'
import type { Provider } from './provider'

/** Size of each of kopia's two caches, in MiB, where the repository sets none. */
const DEFAULT_CACHE_MB = 512

// Zero would switch caching off, and kopia then crashes when a cache folder is set.
const cacheSize = (mb: number | undefined) => String(Math.max(1, Math.floor(mb ?? DEFAULT_CACHE_MB)))

const cache = (access: RepositoryAccess): ReadonlyArray<string> => {
  const content = cacheSize(access.contentCacheSizeMb)
  const metadata = cacheSize(access.metadataCacheSizeMb)
  return [
    ...['--content-cache-size-mb', content, '--content-cache-size-limit-mb', content],
    ...['--metadata-cache-size-mb', metadata, '--metadata-cache-size-limit-mb', metadata],
    // A remembered listing hides what another client has written in the last seconds.
    ...['--max-list-cache-duration', '0s'],
    // A cached format outlives the repository: another one at the same place would be written with the old keys.
    '--disable-repository-format-cache',
  ]
}

/** Flags that `repository connect` and `repository create` share. */
export const connectionFlags = (access: RepositoryAccess, provider: Provider): ReadonlyArray<string> => [
  ...provider.args,
  ...flag('--max-upload-speed', access.throttle?.uploadBytesPerSecond),
  ...flag('--max-download-speed', access.throttle?.downloadBytesPerSecond),
  ...flag('--override-hostname', access.client.hostname),
  ...flag('--override-username', access.client.username),
  ...cache(access),
  '--no-check-for-updates',
  ...(access.readOnly ? ['--readonly'] : []),
]

export const connect = (access: RepositoryAccess, provider: Provider): Command =>
  command.control('repository connect', connectionFlags(access, provider))
