import { boolean, duration, nullable, object, string, uint16, union, type TypeOf } from '../../schema'
import { cloudAuth, secretAuth } from './auth'
import { secretRef } from './reference'
import { nfs } from './nfs'

const tls = object(
  {},
  {
    caBundleRef: nullable(object({}, { configMapName: nullable(string), key: nullable(string) })),
    disableTls: boolean,
    insecureSkipVerify: boolean,
  },
)

export const azure = object(
  { container: string },
  { auth: nullable(cloudAuth), prefix: nullable(string), storageAccount: nullable(string) },
)
export const b2 = object({ bucket: string }, { auth: nullable(secretAuth), prefix: nullable(string) })
export const filesystemVolume = union({ nfs, pvc: object({ name: string }) })
export const filesystem = object({ path: string }, { volume: nullable(filesystemVolume) })
export const gcs = object({ bucket: string }, { auth: nullable(cloudAuth), prefix: nullable(string) })
export const gdrive = object({ folderId: string }, { credentialsSecretRef: secretRef })
export const rclone = object({ remotePath: string }, { configSecretRef: nullable(secretRef), startupTimeout: duration })
export const s3 = object(
  { bucket: string },
  {
    auth: nullable(cloudAuth),
    endpoint: nullable(string),
    prefix: nullable(string),
    region: nullable(string),
    tls: nullable(tls),
  },
)
export const sftp = object(
  { host: string, path: string },
  { auth: nullable(secretAuth), port: nullable(uint16), username: nullable(string) },
)
export const webDav = object({ url: string }, { auth: nullable(secretAuth) })

/** Where a kopia repository lies. */
export const backend = union({ azure, b2, filesystem, gcs, gdrive, rclone, s3, sftp, webDav })
export type Backend = TypeOf<typeof backend>
