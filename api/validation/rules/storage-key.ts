import { backend, type Backend } from '../../kinds/shared/backend'

/** Equal texts mean the same storage, whatever the credentials. */
export const storageKey = (value: Backend): string =>
  [
    backend.tagOf(value),
    ...backend.match<ReadonlyArray<string | number | undefined>>(value, {
      azure: ({ storageAccount, container, prefix }) => [storageAccount, container, prefix],
      b2: ({ bucket, prefix }) => [bucket, prefix],
      filesystem: ({ path, volume }) => [path, JSON.stringify(volume ?? {})],
      gcs: ({ bucket, prefix }) => [bucket, prefix],
      gdrive: ({ folderId }) => [folderId],
      rclone: ({ remotePath }) => [remotePath],
      s3: ({ endpoint, region, bucket, prefix }) => [endpoint, region, bucket, prefix],
      sftp: ({ host, port, path }) => [host, port ?? 22, path],
      webDav: ({ url }) => [url],
    }),
  ]
    .map((part) => JSON.stringify(part ?? ''))
    .join(' ')

/** Path under which a filesystem repository is mounted in a Pod. */
export const podPath = (value: Backend): string | undefined =>
  'filesystem' in value ? value.filesystem.path : undefined

/** A repository at a path that no volume is mounted on: it must already be in the Pod. */
export const isBarePath = (value: Backend): boolean => 'filesystem' in value && value.filesystem.volume === undefined
