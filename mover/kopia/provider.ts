import type { Storage } from '../../api/mover/work-spec'
import { flag } from './flag'

export type SecretFile = { readonly name: string; readonly content: string }

/** How kopia is told of a storage: words of the command line, and files that must exist before it runs. */
export type Provider = { readonly args: ReadonlyArray<string>; readonly files: ReadonlyArray<SecretFile> }

type Secrets = Readonly<Record<string, string | undefined>>
type Placed = { readonly folder: string; readonly secrets: Secrets }

/** Environment keys whose values become files; kopia itself never sees these variables. */
export const fileSecretKeys = [
  'KOPIA_SFTP_KEY_DATA',
  'KOPIA_SFTP_KNOWN_HOSTS',
  'KOPIA_GCS_CREDENTIALS',
  'KOPIA_RCLONE_CONFIG',
  'KOPIA_GDRIVE_CREDENTIALS',
] as const
type FileSecretKey = (typeof fileSecretKeys)[number]

const none: Provider = { args: [], files: [] }
const words = (...args: ReadonlyArray<string>): Provider => ({ args, files: [] })
const option = (...[name, value]: Parameters<typeof flag>): Provider => words(...flag(name, value))
const toggle = (name: string, on: boolean | undefined): Provider => (on === true ? words(name) : none)

const join = (...parts: ReadonlyArray<Provider>): Provider => ({
  args: parts.flatMap(({ args }) => args),
  files: parts.flatMap(({ files }) => files),
})

// A private key without a last newline is refused by SSH libraries.
const withNewline = (text: string) => (text.endsWith('\n') ? text : `${text}\n`)

const file = (
  { folder }: Placed,
  name: string,
  content: string | undefined,
  toArgs: (path: string) => ReadonlyArray<string>,
): Provider =>
  content === undefined || content === ''
    ? none
    : { args: toArgs(`${folder}/${name}`), files: [{ name, content: withNewline(content) }] }

const secretFile = (placed: Placed, key: FileSecretKey, name: string, flagName: `--${string}`): Provider =>
  file(placed, name, placed.secrets[key], (path) => flag(flagName, path))

const s3 = (s3: Extract<Storage, { readonly s3: unknown }>['s3'], placed: Placed): Provider =>
  join(
    words('s3', ...flag('--bucket', s3.bucket)),
    option('--endpoint', s3.endpoint),
    option('--region', s3.region),
    option('--prefix', s3.prefix),
    toggle('--disable-tls', s3.disableTls),
    toggle('--disable-tls-verification', s3.disableTlsVerification),
    file(placed, 'ca.pem', s3.caBundle, (path) => flag('--root-ca-pem-path', path)),
    s3.ambientCredentials === true ? words('--access-key=', '--secret-access-key=') : none,
  )

const sftp = (sftp: Extract<Storage, { readonly sftp: unknown }>['sftp'], placed: Placed): Provider =>
  join(
    words('sftp', ...flag('--host', sftp.host), ...flag('--path', sftp.path)),
    option('--port', sftp.port),
    option('--username', sftp.username),
    secretFile(placed, 'KOPIA_SFTP_KEY_DATA', 'sftp_key', '--keyfile'),
    secretFile(placed, 'KOPIA_SFTP_KNOWN_HOSTS', 'known_hosts', '--known-hosts'),
  )

const rclone = (rclone: Extract<Storage, { readonly rclone: unknown }>['rclone'], placed: Placed): Provider =>
  join(
    words('rclone', ...flag('--remote-path', rclone.remotePath)),
    option('--rclone-startup-timeout', rclone.startupTimeout),
    file(placed, 'rclone.conf', placed.secrets['KOPIA_RCLONE_CONFIG'], (path) => [`--rclone-args=--config=${path}`]),
  )

/** The provider word and its flags for one storage. Secrets go by environment or file, never by argument. */
export const provider = (storage: Storage, folder: string, secrets: Secrets): Provider => {
  const placed = { folder, secrets }
  if ('filesystem' in storage) return words('filesystem', ...flag('--path', storage.filesystem.path))
  if ('s3' in storage) return s3(storage.s3, placed)
  if ('azure' in storage)
    return join(
      words('azure', ...flag('--container', storage.azure.container)),
      option('--storage-account', storage.azure.storageAccount),
      option('--prefix', storage.azure.prefix),
    )
  if ('gcs' in storage)
    return join(
      words('gcs', ...flag('--bucket', storage.gcs.bucket)),
      option('--prefix', storage.gcs.prefix),
      secretFile(placed, 'KOPIA_GCS_CREDENTIALS', 'gcs-credentials.json', '--credentials-file'),
    )
  if ('b2' in storage)
    return join(words('b2', ...flag('--bucket', storage.b2.bucket)), option('--prefix', storage.b2.prefix))
  if ('sftp' in storage) return sftp(storage.sftp, placed)
  if ('webDav' in storage) return words('webdav', ...flag('--url', storage.webDav.url))
  if ('rclone' in storage) return rclone(storage.rclone, placed)
  return join(
    words('gdrive', ...flag('--folder-id', storage.gdrive.folderId)),
    secretFile(placed, 'KOPIA_GDRIVE_CREDENTIALS', 'gdrive-credentials.json', '--credentials-file'),
  )
}
