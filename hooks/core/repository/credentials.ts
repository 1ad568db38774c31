import { MoverEnv } from '../../../api/mover/work-spec'
import { getNeed, type Need } from '../../need'
import type { Settings } from '../../settings'
import type { CredentialSecrets } from '../mover-job'
import type { RepositoryRef } from '../names'
import type { AnyRepository } from './any-repository'

type Spec = AnyRepository['spec']
interface SecretRef {
  readonly name: string
  readonly namespace?: string
}

/** A Secret of a repository and the namespace its owner keeps it in. */
export interface KeptSecret {
  readonly name: string
  readonly namespace: string
}

/** The Secret that holds the backend's keys; absent where they ride the password Secret or come from the surroundings. */
export const backendSecret = ({ backend }: Spec): SecretRef | undefined => {
  if ('rclone' in backend) return backend.rclone.configSecretRef
  if ('gdrive' in backend) return backend.gdrive.credentialsSecretRef
  if ('filesystem' in backend) return undefined
  return authOf(backend)?.secretRef
}

/** Secrets by the names movers find them under in their own namespace. */
export const credentialSecrets = (spec: Spec): CredentialSecrets => {
  const { name, key } = spec.encryption.passwordSecretRef
  const backend = backendSecret(spec)
  return {
    password: { secret: name, key: key ?? MoverEnv.password },
    ...(backend === undefined ? {} : { backend: backend.name }),
  }
}

/** Where the owner of a repository keeps its Secrets: named, or beside the repository, or beside the operator. */
export const keptSecrets = (
  ref: RepositoryRef,
  spec: Spec,
  { operatorNamespace }: Pick<Settings, 'operatorNamespace'>,
): ReadonlyArray<KeptSecret> => {
  const home = ref.kind === 'Repository' ? ref.namespace : operatorNamespace
  const password = spec.encryption.passwordSecretRef
  const backend = backendSecret(spec)
  const kept = ({ name, namespace }: SecretRef): KeptSecret => ({ name, namespace: namespace ?? home })
  return backend === undefined || backend.name === password.name ? [kept(password)] : [kept(password), kept(backend)]
}

/** Existence of a Secret; its data is never looked at. */
export const secretNeed = (namespace: string, name: string): Need =>
  getNeed({ apiVersion: 'v1', kind: 'Secret', namespace, name })

/** The ServiceAccount of a workload identity. */
export const workloadIdentity = ({ backend }: Spec): string | undefined => {
  if ('s3' in backend) return backend.s3.auth?.workloadIdentity?.serviceAccountName
  if ('azure' in backend) return backend.azure.auth?.workloadIdentity?.serviceAccountName
  if ('gcs' in backend) return backend.gcs.auth?.workloadIdentity?.serviceAccountName
  return undefined
}

const authOf = (
  backend: Exclude<Spec['backend'], { rclone: unknown } | { gdrive: unknown } | { filesystem: unknown }>,
): { readonly secretRef?: SecretRef } | undefined => {
  if ('s3' in backend) return backend.s3.auth
  if ('azure' in backend) return backend.azure.auth
  if ('gcs' in backend) return backend.gcs.auth
  if ('b2' in backend) return backend.b2.auth
  if ('sftp' in backend) return backend.sftp.auth
  return backend.webDav.auth
}
