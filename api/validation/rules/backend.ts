import { isDnsSubdomain } from '../../grammar'
import type { CloudAuth } from '../../kinds/shared/auth'
import { backend, type Backend, type filesystem, type s3 } from '../../kinds/shared/backend'
import type { TypeOf } from '../../schema'
import { given, isBlank, refuseIf, type Problems } from '../problem'
import { validDuration } from './duration'
import { validNfs } from './nfs'

export const validBackend = (value: Backend, path: string): Problems =>
  backend.match<Problems>(value, {
    azure: ({ auth, storageAccount }) => [
      ...validAuth(auth, `${path}.azure.auth`),
      ...refuseIf(
        auth?.workloadIdentity !== undefined && (storageAccount === undefined || isBlank(storageAccount)),
        `${path}.azure.storageAccount`,
        'is required with auth.workloadIdentity: no Secret can name the account',
      ),
    ],
    b2: () => [],
    filesystem: (fields) => validFilesystem(fields, `${path}.filesystem`),
    gcs: ({ auth }) => validAuth(auth, `${path}.gcs.auth`),
    gdrive: ({ folderId }) => refuseIf(isBlank(folderId), `${path}.gdrive.folderId`, 'must not be empty'),
    rclone: ({ startupTimeout }) => validDuration(startupTimeout, `${path}.rclone.startupTimeout`),
    s3: (fields) => validS3(fields, `${path}.s3`),
    sftp: () => [],
    webDav: () => [],
  })

const validAuth = (auth: CloudAuth | undefined, path: string): Problems =>
  given(auth, ({ secretRef, workloadIdentity }) => [
    ...refuseIf(
      secretRef !== undefined && workloadIdentity !== undefined,
      path,
      'secretRef and workloadIdentity are mutually exclusive: keep one of them',
    ),
    ...refuseIf(
      workloadIdentity !== undefined && !isDnsSubdomain(workloadIdentity.serviceAccountName),
      `${path}.workloadIdentity.serviceAccountName`,
      'must be the name of a ServiceAccount: lower-case letters, digits, - and ., at most 253 characters',
    ),
  ])

const validFilesystem = ({ volume }: TypeOf<typeof filesystem>, path: string): Problems =>
  volume !== undefined && 'nfs' in volume ? validNfs(volume.nfs, `${path}.volume.nfs`) : []

const validS3 = ({ auth, tls }: TypeOf<typeof s3>, path: string): Problems => [
  ...validAuth(auth, `${path}.auth`),
  ...refuseIf(
    tls?.caBundleRef !== undefined && isBlank(tls.caBundleRef.configMapName ?? ''),
    `${path}.tls.caBundleRef.configMapName`,
    'must name the ConfigMap that holds the certificates',
  ),
  ...refuseIf(
    tls?.caBundleRef !== undefined && tls.disableTls === true,
    `${path}.tls`,
    'caBundleRef has no use with disableTls: keep one of them',
  ),
]

/** What is allowed and yet probably not meant. */
export const backendWarnings = (value: Backend, path: string): ReadonlyArray<string> =>
  's3' in value
    ? [
        ...(value.s3.tls?.caBundleRef !== undefined && value.s3.tls.insecureSkipVerify === true
          ? [`${path}.s3.tls: insecureSkipVerify makes caBundleRef useless, certificates are not checked`]
          : []),
        ...(/^[a-z]+:\/\//i.test(value.s3.endpoint ?? '')
          ? [`${path}.s3.endpoint: kopia takes host[:port] without a scheme; use tls.disableTls for plain HTTP`]
          : []),
      ]
    : []
