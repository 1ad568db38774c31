import { backend, type Backend } from '../../kinds/shared/backend'
import type { SecretRef } from '../../kinds/shared/reference'
import { refuseIf, type Problems } from '../problem'

/** Secrets of a backend must lie where its Job runs; `namespace` undefined: no namespace may be named at all. */
export const secretsIn = (namespace: string | undefined, value: Backend, path: string): Problems =>
  secretRefs(value).flatMap(([field, ref]) =>
    refuseIf(
      ref?.namespace !== undefined && ref.namespace !== namespace,
      `${path}.${field}.namespace`,
      namespace === undefined
        ? 'must be left out: the Secret is read where the Job runs'
        : `must be left out or ${namespace}: the Secret is read where the Job runs`,
    ),
  )

const secretRefs = (value: Backend): ReadonlyArray<readonly [string, SecretRef | undefined]> => {
  const tag = backend.tagOf(value)
  const auth = (fields: { readonly auth?: { readonly secretRef?: SecretRef } }) =>
    [[`${tag}.auth.secretRef`, fields.auth?.secretRef]] as const
  return backend.match<ReadonlyArray<readonly [string, SecretRef | undefined]>>(value, {
    azure: auth,
    b2: auth,
    filesystem: () => [],
    gcs: auth,
    gdrive: ({ credentialsSecretRef }) => [['gdrive.credentialsSecretRef', credentialsSecretRef]],
    rclone: ({ configSecretRef }) => [['rclone.configSecretRef', configSecretRef]],
    s3: auth,
    sftp: auth,
    webDav: auth,
  })
}
