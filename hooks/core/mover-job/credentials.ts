import { MoverEnv } from '../../../api/mover/work-spec'
import type { Opaque } from './mover-layer'

/** Secrets of one repository, by their names in the namespace of the Job. */
export interface CredentialSecrets {
  readonly password: { readonly secret: string; readonly key: string }
  /** Absent where the keys ride the password Secret. */
  readonly backend?: string
}

/** Password Secret first, the backend's only when it is another. */
export const secretNames = ({ password, backend }: CredentialSecrets): ReadonlyArray<string> =>
  backend === undefined || backend === password.secret ? [password.secret] : [password.secret, backend]

export const envFrom = (secrets: CredentialSecrets): ReadonlyArray<Opaque> =>
  secretNames(secrets).map((name) => ({ secretRef: { name, optional: false } }))

/** A password under another key than `KOPIA_PASSWORD` is taken by name; the variable wins over those of `envFrom`. */
export const passwordEnv = ({ password }: CredentialSecrets): ReadonlyArray<Opaque> =>
  password.key === MoverEnv.password
    ? []
    : [{ name: MoverEnv.password, valueFrom: { secretKeyRef: { name: password.secret, key: password.key } } }]
