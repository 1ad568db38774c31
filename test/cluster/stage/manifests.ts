import type { ObjectStore } from './stage'
import type { WebDav } from './web-dav'

export const PASSWORD = 'a password of the test'

const API = 'kopiur.home-operations.com/v1alpha1'

const head = (kind: string, name: string, extra = ''): string => `apiVersion: ${API}
kind: ${kind}
metadata: { name: ${name}, namespace: NAMESPACE${extra} }
`

export const secret = (name = 'password', more: Readonly<Record<string, string>> = {}): string => `apiVersion: v1
kind: Secret
metadata: { name: ${name}, namespace: NAMESPACE }
stringData:
${Object.entries({ KOPIA_PASSWORD: PASSWORD, ...more })
  .map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`)
  .join('')}`

export const s3Secret = (store: ObjectStore): string =>
  secret('password', { AWS_ACCESS_KEY_ID: store.accessKey, AWS_SECRET_ACCESS_KEY: store.secretKey })

/** A repository on a volume; `more` is YAML of further spec fields, indented by two. */
export const folderRepository = (claim: string, more = '', name = 'store'): string => `${head('Repository', name)}spec:
  backend: { filesystem: { path: /repository, volume: { pvc: { name: ${claim} } } } }
  encryption: { passwordSecretRef: { name: password } }
${more}`

export const s3Repository = (store: ObjectStore, more = '', name = 'store'): string => `${head('Repository', name)}spec:
  backend:
    s3: { bucket: ${store.bucket}, prefix: test/, endpoint: "${store.endpoint}", region: us-east-1, tls: { disableTls: true } }
  encryption: { passwordSecretRef: { name: password } }
${more}`

export const webDavSecret = ({ username, password }: WebDav): string =>
  secret('password', { KOPIA_WEBDAV_USERNAME: username, KOPIA_WEBDAV_PASSWORD: password })

export const webDavRepository = ({ url }: WebDav): string => `${head('Repository', 'store')}spec:
  backend: { webDav: { url: "${url}" } }
  encryption: { passwordSecretRef: { name: password } }
`

export const policy = (claim: string, more = '', name = 'data'): string => `${head('SnapshotPolicy', name)}spec:
  repository: { name: store }
  sources: [{ pvc: { name: ${claim} } }]
  copyMethod: Direct
${more}`

/** A policy that reads a copy of the volume: without a word about it a snapshot. */
export const stagedPolicy = (more = '', claim = 'data', name = 'data'): string =>
  policy(claim, more, name).replace('  copyMethod: Direct\n', '')

export const schedule = (
  cron: string,
  more = '',
  name = 'often',
  policyName = 'data',
): string => `${head('SnapshotSchedule', name)}spec:
  policyRef: { name: ${policyName} }
  schedule:
    cron: ${JSON.stringify(cron)}
${more}`

export const snapshot = (name: string, more = '', policyName = 'data'): string => `${head('Snapshot', name)}spec:
  policyRef: { name: ${policyName} }
${more}`

/** A Restore of any source; both are YAML of one line. */
export const restore = (
  name: string,
  source: string,
  target: string,
  more = '',
): string => `${head('Restore', name)}spec:
  source: ${source}
  target: ${target}
${more}`

export const restoreOf = (snapshotName: string, target: string, name = 'back', more = ''): string =>
  restore(name, `{ snapshotRef: { name: ${snapshotName} } }`, target, more)

/** Several manifests as one stream. */
export const together = (...manifests: ReadonlyArray<string>): string => manifests.join('---\n')
