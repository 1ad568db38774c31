import { errorClass, type ErrorClass } from '../../../api/mover/outcome'
import { advice } from '../../../mover/classify/advice'
import { errorClassOf } from '../../../mover/classify/error-class-of'

/** What kopia and the storage libraries were seen to write, and what it means. */
const seen: ReadonlyArray<readonly [ErrorClass, string]> = [
  ['NotConnected', 'open repository: repository is not connected. See https://kopia.io/docs/repositories/'],
  ['NotInitialized', 'error connecting to repository: repository not initialized in the provided storage'],
  ['AlreadyInitialized', 'unable to get repository storage: found existing data in storage location'],
  ['AlreadyInitialized', 'cannot initialize repository: repository already initialized'],
  ['HalfInitialized', 'possible corruption: blobcfg blob exists, but format blob is not found'],
  ['AuthFailure', 'failed to open repository: unable to create format manager: invalid repository password'],
  ['AuthFailure', 'running in write session: open repository: invalid repository password'],
  ['MissingPassword', 'getting password: password prompt error: inappropriate ioctl for device'],
  ['AccessDenied', 'can\'t connect to storage: error retrieving storage config from bucket "b": Access Denied.'],
  ['AccessDenied', 'The AWS Access Key Id you provided does not exist in our records.'],
  ['AccessDenied', 'The Access Key Id you provided does not exist in our records.'],
  [
    'AccessDenied',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ],
  ['AccessDenied', "kopia: error: required flag(s) '--secret-access-key', '--access-key' not provided, try --help"],
  [
    'AccessDenied',
    "kopia-0.23.1: error: required flag(s) '--access-key', '--secret-access-key' not provided, try --help",
  ],
  ['CredentialsExpired', 'error retrieving storage config from bucket "b": The provided token has expired'],
  ['ClockSkew', 'The difference between the request time and the current time is too large.'],
  ['ClockSkew', "The difference between the request time and the server's time is too large."],
  ['ClockSkew', 'clock skew detected: local clock is out of sync with repository timestamp by more than allowed 5m0s'],
  ['StorageMissing', 'unable to get repository storage: error listing blobs: The specified bucket does not exist'],
  ['StorageMissing', "can't connect to storage: cannot access storage path: stat /x: no such file or directory"],
  ['StorageMissing', "ListBlobs: storage: bucket doesn't exist: googleapi: Error 404: Not Found, notFound"],
  ['StorageMissing', 'RESPONSE 404: 404 The specified container does not exist.\nERROR CODE: ContainerNotFound\n-----'],
  ['StorageMissing', 'error reading WebDAV dir: PROPFIND /: 404'],
  ['StorageMissing', 'unable to create directory: mkdir /a/file/x: not a directory'],
  ['StorageMissing', "can't connect to storage: filesystem repository path must be absolute"],
  ['StorageMissing', 'rclone server failed to start: [didn\'t find section in config file ("zzz")]'],
  ['RepositoryUnavailable', 'We encountered an internal error. Please try again.'],
  ['RepositoryUnavailable', 'Please reduce your request rate.'],
  ['RepositoryUnavailable', "can't connect to storage: dial tcp 127.0.0.1:1: connect: connection refused"],
  ['RepositoryUnavailable', 'dial tcp: lookup x on 10.0.0.1:53: no such host'],
  ['RepositoryUnavailable', 'Connection closed by foreign host https://s3/. Retry again.'],
  [
    'RepositoryUnavailable',
    'error connecting to API server: rpc error: code = Unavailable desc = transport is closing',
  ],
  ['RepositoryUnavailable', "can't connect to storage: unable to start rclone: timed out waiting for rclone to start"],
  ['RepositoryUnavailable', 'ssh: handshake failed: EOF'],
  ['RepositoryUnavailable', 'read /repo/p1: stale NFS file handle'],
  [
    'AccessDenied',
    'unable to write blobcfg blob: PutBlob() failed for "kopia.blobcfg": unable to complete PutBlob(kopia.blobcfg) despite 10 retries: Access Denied.',
  ],
  [
    'LockedBlobs',
    'unable to commit session: failed to delete session marker s1: unable to complete DeleteBlob(s1) despite 10 retries: Access Denied.',
  ],
  ['LockedBlobs', 'ERROR CODE: BlobImmutableDueToPolicy\nRESPONSE 403: forbidden'],
  ['TlsError', 'tls: failed to verify certificate: x509: certificate signed by unknown authority'],
  ['TlsError', 'http: server gave HTTP response to HTTPS client'],
  ['TlsError', 'Client sent an HTTP request to an HTTPS server.'],
  ['TlsError', 'ssh: handshake failed: knownhosts: key mismatch'],
  ['TlsError', 'ssh: handshake failed: knownhosts: key is unknown'],
  ['TlsError', "can't connect to storage: must provide either --known-hosts or --known-hosts-data"],
  ['TlsError', 'error opening root-ca-pem-path "/x": open /x: no such file or directory'],
  [
    'AccessDenied',
    'unable to dial [h:22]: &ssh.ClientConfig{User:"u"}: ssh: handshake failed: ssh: unable to authenticate, attempted methods [none publickey], no supported methods remain',
  ],
  ['AccessDenied', 'unable to getSigner: error reading private key file: open /k: no such file or directory'],
  ['AccessDenied', 'unable to complete GetBlob(kopia.repository,0,-1) despite 10 retries: ReadStream .shards: 403'],
  ['AccessDenied', 'error reading WebDAV dir: Authorize /: 401'],
  ['AccessDenied', 'RESPONSE 403: 403 forbidden\nERROR CODE: AuthorizationFailure'],
  ['AccessDenied', 'decode account key: illegal base64 data at input byte 3'],
  [
    'AccessDenied',
    'one of the storage key, SAS token, client secret, client certificate, or Azure Federated Token file must be provided',
  ],
  ['AccessDenied', 'unable to create GCS client: dialing: credentials: could not find default credentials.'],
  ['AccessDenied', 'credentials: unsupported filetype "x"'],
  [
    'NoSpace',
    'flush error: error writing previously failed pack: cannot create temporary file: no space left on device',
  ],
  ['NoSpace', 'write /repo/x: disk quota exceeded'],
  [
    'PermissionDenied',
    'unable to complete GetBlobFromPath:/x/.shards despite 10 retries: open /x/.shards: permission denied',
  ],
  ['PermissionDenied', "can't connect to storage: path doesn't exist: /srv/repo: permission denied"],
  ['PermissionDenied', 'lchown /restore/a: operation not permitted'],
  ['ReadOnly', 'flush error: unable to commit: storage is read-only'],
  ['ReadOnly', 'not running maintenance on read-only repository connection'],
  ['NotMaintenanceOwner', 'maintenance must be run by designated user: other@host'],
  ['Upgrading', 'repository upgrade in progress'],
  ['SnapshotNotFound', 'error deleting snapshots by root ID X: no snapshots matched X'],
  ['SnapshotNotFound', 'found 0 of the 1 requested snapshot IDs to verify'],
  ['SnapshotNotFound', 'unable to get filesystem entry: entry not found'],
  ['Corruption', 'error decrypting BLOB xn0_abc: cipher: message authentication failed'],
  ['Corruption', 'object k1 is backed by missing blob p123'],
  ['Corruption', 'unable to load pack: BLOB not found'],
  ['PartialSnapshot', 'Found 1 fatal error(s) while snapshotting app@shop:/data.'],
  ['SourceError', 'failed to prepare source: unable to get local filesystem entry: lstat /x'],
  ['SourceError', 'upload error: unsupported source: nil'],
  ['Usage', "kopia: error: unknown long flag '--bogus', try --help"],
  ['Usage', 'unable to start rclone: exec: "rclone": executable file not found in $PATH'],
  ['Unknown', 'Initializing repository with: block hash BLAKE2B-256-128'],
  ['Unknown', ''],
]

describe('the class of an error', () => {
  it.each(seen)('is %s for %s', (expected, text) => {
    expect(errorClassOf(text)).toBe(expected)
  })

  it('does not depend on case or on what is wrapped around the words', () => {
    for (const [expected, text] of seen.filter(([, words]) => words !== '')) {
      expect(errorClassOf(`ERROR open repository: ${text.toUpperCase()}\nsome last line`)).toBe(expected)
    }
  })

  it('is told in one fixed sentence for each class, with a next step', () => {
    for (const name of Object.keys(errorClass.keys)) {
      const found = Object.entries(advice).find(([key]) => key === name)?.[1]
      expect(found?.sentence).toMatch(/^[A-Za-z].+\.$/)
    }
    expect(new Set(Object.values(advice).map(({ sentence }) => sentence)).size).toBe(Object.keys(advice).length)
  })
})
