import type { ErrorClass } from '../../api/mover/outcome'

/** `retry`: the same Job may succeed later. Everything else needs a person or another run first. */
export type Advice = { readonly sentence: string; readonly retry: boolean }

const hopeless = (sentence: string): Advice => ({ sentence, retry: false })
const passing = (sentence: string): Advice => ({ sentence, retry: true })

/** One fixed sentence a class: what happened, and the next step. It holds no volatile word, so a status does not flap. */
export const advice: Readonly<Record<ErrorClass, Advice>> = {
  NotInitialized: hopeless(
    'No repository was found at this place (a missing bucket looks the same); check the address, or allow creation with spec.create.enabled.',
  ),
  AlreadyInitialized: passing(
    'Another client created a repository here at the same moment; the next attempt connects to it.',
  ),
  HalfInitialized: hopeless(
    'The place holds data but no readable repository (foreign files, or a creation that broke off); look at it by hand, and empty it only if it never held a backup.',
  ),
  AuthFailure: hopeless('The repository password is wrong; put the right one under its key in the password Secret.'),
  MissingPassword: hopeless('No repository password reached the mover; check the password Secret and its key.'),
  NotConnected: hopeless(
    'kopia was called without a connection; mover and service do not fit together, use the same release of both.',
  ),
  ReadOnly: hopeless('The repository is connected read-only; use a repository that may be written to.'),
  NotMaintenanceOwner: hopeless(
    'Somebody else owns the maintenance of this repository; let them run it, or set spec.ownership.takeoverPolicy to Force.',
  ),
  ClockSkew: hopeless('The clock of this node and that of the storage differ too much; synchronise the clocks.'),
  StorageMissing: hopeless(
    'The bucket, container or folder of the repository does not exist; create it or correct the address.',
  ),
  CredentialsExpired: passing('The storage credentials have expired; renew them in their Secret.'),
  AccessDenied: hopeless(
    'The storage refused access, or no credentials were given; check the keys in the Secret and their rights to list, read, write and delete.',
  ),
  LockedBlobs: hopeless(
    'The storage does not let kopia delete its own session markers; allow deletion, and use object lock only on a versioned bucket.',
  ),
  TlsError: hopeless(
    'The identity of the storage server could not be verified; give its CA bundle or known hosts, and check the endpoint and its TLS setting.',
  ),
  NoSpace: hopeless('There is no space left; enlarge the repository storage, the cache or the target, then run again.'),
  PermissionDenied: hopeless(
    'The mover may not read or write a file it needs; let it run with the user or group that owns the data, or correct the rights.',
  ),
  RepositoryUnavailable: passing(
    'The storage could not be reached or did not answer; it is tried again, check network and server.',
  ),
  Upgrading: passing('The format of the repository is being upgraded; it is tried again once that is done.'),
  SnapshotNotFound: hopeless('The wanted snapshot is not in the repository; choose another one.'),
  Corruption: hopeless(
    'Data in the repository is missing or damaged; run kopia snapshot verify, and keep a copy of the storage before any repair.',
  ),
  PartialSnapshot: hopeless(
    'Some files could not be read, so the snapshot lacks them; make them readable, ignore them, or allow file errors in the policy.',
  ),
  IncompleteSnapshot: hopeless(
    'The snapshot is incomplete and does not count as a backup; run it again, a later run goes on from the data already uploaded.',
  ),
  SourceError: hopeless('The source could not be read; check that the volume is mounted and the path exists.'),
  WrongRepository: hopeless(
    'The storage answered with another repository than the one recorded; correct the address, or acknowledge the new one on the repository.',
  ),
  Cancelled: passing('The run was stopped before it had finished.'),
  Timeout: passing(
    'kopia did not finish in time and was stopped; it is tried again, check whether the storage still answers.',
  ),
  Crash: passing('kopia crashed; it is tried again, report it with the log if it happens again.'),
  Killed: passing('kopia was killed, most often for lack of memory; raise the memory limit of the mover.'),
  Usage: hopeless(
    'kopia did not understand the mover; check extraArgs, and use the kopia release that belongs to this mover.',
  ),
  BadWorkSpec: hopeless('The work order of this Job cannot be read; use the same release of service and mover.'),
  Unknown: passing('kopia failed for a reason that is not recognised; the last lines of its log tell more.'),
}
