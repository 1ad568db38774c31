import type { Storage } from '../../../api/mover/work-spec'
import type { AnyRepository } from './any-repository'

type Backend = AnyRepository['spec']['backend']
type Of<Tag extends string> = Extract<Backend, { readonly [tag in Tag]: unknown }>[Tag]

/** The backend of a repository as the mover takes it; `caBundle` is PEM text that was read for it. */
export const storageOf = (backend: Backend, caBundle: string | undefined): Storage => {
  if ('s3' in backend) return { s3: s3(backend.s3, caBundle) }
  if ('filesystem' in backend) return { filesystem: { path: backend.filesystem.path } }
  if ('azure' in backend) return { azure: azure(backend.azure) }
  if ('gcs' in backend) return { gcs: { bucket: backend.gcs.bucket, ...prefix(backend.gcs) } }
  if ('b2' in backend) return { b2: { bucket: backend.b2.bucket, ...prefix(backend.b2) } }
  if ('sftp' in backend) return { sftp: sftp(backend.sftp) }
  if ('webDav' in backend) return { webDav: { url: backend.webDav.url } }
  if ('rclone' in backend) return { rclone: rclone(backend.rclone) }
  return { gdrive: { folderId: backend.gdrive.folderId } }
}

const prefix = ({ prefix }: { readonly prefix?: string }) => (prefix === undefined ? {} : { prefix })

const s3 = (backend: Of<'s3'>, caBundle: string | undefined) => ({
  bucket: backend.bucket,
  ...(backend.endpoint === undefined ? {} : { endpoint: backend.endpoint }),
  ...(backend.region === undefined ? {} : { region: backend.region }),
  ...prefix(backend),
  ...(backend.tls?.disableTls === true ? { disableTls: true } : {}),
  ...(backend.tls?.insecureSkipVerify === true ? { disableTlsVerification: true } : {}),
  ...(caBundle === undefined ? {} : { caBundle }),
  ...(backend.auth?.workloadIdentity === undefined ? {} : { ambientCredentials: true }),
})

const azure = (backend: Of<'azure'>) => ({
  container: backend.container,
  ...(backend.storageAccount === undefined ? {} : { storageAccount: backend.storageAccount }),
  ...prefix(backend),
})

const sftp = ({ host, path, port, username }: Of<'sftp'>) => ({
  host,
  path,
  ...(port === undefined ? {} : { port }),
  ...(username === undefined ? {} : { username }),
})

const rclone = ({ remotePath, startupTimeout }: Of<'rclone'>) => ({
  remotePath,
  ...(startupTimeout === undefined ? {} : { startupTimeout }),
})
