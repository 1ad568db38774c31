import type { ErrorClass } from '../../../api/mover/outcome'

/** Names that go into sentences; none of them changes while the cause stays the same. */
export interface SentenceFacts {
  /** `db/main-discovery`. */
  readonly job: string
  /** `key KOPIA_PASSWORD of Secret db/main`. */
  readonly password: string
  /** `Secret db/s3-keys`. */
  readonly keys: string
  readonly uniqueId?: string
  /** The command that gives up the old unique id. */
  readonly reinitialize: string
}

/** What happened and what to do next, one sentence or two for each class. */
export const refusalSentence = (errorClass: ErrorClass, facts: SentenceFacts): string =>
  SENTENCES[errorClass]?.(facts) ??
  `kopia ended with ${errorClass}, which has no known remedy. The log of Job ${facts.job} says more.`

const SENTENCES: { readonly [K in ErrorClass]?: (facts: SentenceFacts) => string } = {
  AuthFailure: ({ password }) =>
    `The password does not open the repository. Correct ${password}; it is tried again as soon as the Secret changes.`,
  MissingPassword: ({ password }) =>
    `The mover found no password. Put it under ${password}; it is tried again as soon as the Secret changes.`,
  AccessDenied: ({ keys }) =>
    `The backend refuses the credentials. Correct the keys in ${keys}, or give them the rights to list, read, write and delete.`,
  CredentialsExpired: ({ keys }) => `The backend says that the credentials have expired. Renew the keys in ${keys}.`,
  PermissionDenied: () =>
    `The mover may not read and write the folder of the repository. Give its user access (uid 65532 unless spec.moverDefaults says otherwise), or set spec.moverDefaults.podSecurityContext to a user or group that has it.`,
  StorageMissing: () =>
    `The bucket, container or folder that spec.backend names does not exist. Create it, or correct the name; it is never created from here.`,
  RepositoryUnavailable: () =>
    `The backend does not answer. Check its endpoint, DNS and network policies; it is tried again by itself.`,
  Timeout: () => `The backend answers too slowly. Check its load and the network; it is tried again by itself.`,
  TlsError: () =>
    `The TLS certificate of the backend is not trusted. Name its CA in spec.backend.s3.tls.caBundleRef, or correct the endpoint.`,
  NoSpace: () =>
    `The backend has no space left. Free or add space; a repository that is full cannot even be cleaned up.`,
  ReadOnly: () => `The backend is read-only. Make it writable, or set spec.mode: ReadOnly to restore from it only.`,
  LockedBlobs: () =>
    `The object lock of the bucket forbids the change. Wait until the lock has run out, or correct spec.parameters.blobRetention.`,
  HalfInitialized: () =>
    `The backend holds parts of a kopia repository, but not its format blob. Nothing is created over it: bring kopia.repository back from a copy, or empty the place yourself if nothing in it is of value.`,
  AlreadyInitialized: () =>
    `A repository appeared at the backend while one was about to be created. Nothing was overwritten; it is connected to at the next try.`,
  WrongRepository: ({ uniqueId, reinitialize }) =>
    `The backend holds another kopia repository than ${uniqueId ?? 'the one known before'}. Point spec.backend back at that one, or accept the other with: ${reinitialize}`,
  Corruption: () =>
    `The repository is damaged: a blob that it needs is missing or unreadable. Bring it back from a copy or a replica; kopia repository validate-provider and snapshot verify say more.`,
  ClockSkew: () => `The clocks of the mover's node and of the backend are too far apart. Correct the node's clock.`,
  Upgrading: () => `A format upgrade of the repository is under way elsewhere. It is tried again by itself.`,
  BadWorkSpec: () =>
    `The mover cannot read its work spec: the images of service and mover are of different releases. Deploy the same release of both.`,
}
