import type { ErrorClass } from '../../api/mover/outcome'

type Rule = { readonly class: ErrorClass; readonly any: ReadonlyArray<string>; readonly andAny?: ReadonlyArray<string> }

const denied = [
  'access denied',
  'access key id you provided',
  'signature we calculated',
  'authenticationfailed',
  'authorizationfailure',
  'forbidden',
  ': 401',
  ': 403',
  'error 401',
  'error 403',
  'unable to authenticate',
  'could not find default credentials',
  "required flag(s) '--access-key'",
  "required flag(s) '--secret-access-key'",
  "required flag(s) '--key'",
  "required flag(s) '--key-id'",
  'must be provided for sftp',
  'unable to getsigner',
  'decode account key',
  'one of the storage key, sas token',
  'unsupported filetype',
  'certificate file must be provided',
]

/**
 * What kopia writes, as lower-case substrings, in the order in which they are tried: the first that matches wins. A wrap
 * like `error connecting to repository` says nothing, so only the innermost words are listed.
 */
const rules: ReadonlyArray<Rule> = [
  { class: 'NotInitialized', any: ['repository not initialized in the provided storage'] },
  { class: 'AlreadyInitialized', any: ['found existing data in storage location', 'repository already initialized'] },
  { class: 'HalfInitialized', any: ['possible corruption: blobcfg blob exists'] },
  { class: 'AuthFailure', any: ['invalid repository password'] },
  { class: 'MissingPassword', any: ['password prompt error'] },
  { class: 'NotConnected', any: ['repository is not connected'] },
  { class: 'ReadOnly', any: ['storage is read-only', 'read-only repository connection'] },
  { class: 'NotMaintenanceOwner', any: ['maintenance must be run by designated user'] },
  { class: 'ClockSkew', any: ['clock skew detected', 'request time and the'] },
  {
    class: 'StorageMissing',
    any: [
      'cannot access storage path',
      'bucket does not exist',
      "bucket doesn't exist",
      'bucket not found',
      'containernotfound',
      'nosuchbucket',
      'propfind /: 404',
      "didn't find section in config file",
      'filesystem repository path must be absolute',
      'not a directory',
    ],
  },
  { class: 'CredentialsExpired', any: ['provided token has expired', 'expiredtoken'] },
  {
    class: 'LockedBlobs',
    any: denied,
    andAny: ['deleteblob(', 'session marker', 'object lock', 'blobimmutableduetopolicy', 'retention'],
  },
  { class: 'AccessDenied', any: denied },
  {
    class: 'TlsError',
    any: [
      'x509:',
      'tls:',
      'certificate',
      'http response to https client',
      'http request to an https server',
      'knownhosts:',
      'known-hosts',
      'root-ca-pem-path',
    ],
  },
  { class: 'NoSpace', any: ['no space left on device', 'disk quota exceeded'] },
  { class: 'PermissionDenied', any: ['permission denied', 'operation not permitted'] },
  {
    class: 'RepositoryUnavailable',
    any: [
      'connection refused',
      'no such host',
      'no route to host',
      'network is unreachable',
      'i/o timeout',
      'connection reset',
      'connection closed by foreign host',
      'tls handshake timeout',
      'context deadline exceeded',
      'unexpected eof',
      'broken pipe',
      'reduce your request rate',
      'internal error',
      'serviceunavailable',
      ' 500',
      ' 502',
      ' 503',
      ' 504',
      'code = unavailable',
      'ssh: handshake failed: eof',
      'stale nfs file handle',
      'timed out waiting for rclone',
    ],
  },
  { class: 'Upgrading', any: ['repository upgrade in progress'] },
  {
    class: 'SnapshotNotFound',
    any: [
      'no snapshots matched',
      'no snapshots contain data',
      'snapshot not found',
      'requested snapshot ids',
      'entry not found',
      'no snapshots for source',
    ],
  },
  {
    class: 'Corruption',
    any: ['blob not found', 'backed by missing blob', 'unexpected content error', 'decrypt', 'checksum'],
  },
  { class: 'PartialSnapshot', any: ['fatal error(s) while snapshotting'] },
  {
    class: 'SourceError',
    any: ['failed to prepare source', 'unsupported source', 'cannot create iterator', 'no such file or directory'],
  },
  { class: 'Usage', any: ['try --help', 'executable file not found', 'fork/exec'] },
]

const includesAny = (text: string, words: ReadonlyArray<string>) => words.some((word) => text.includes(word))

/** The class of a text that kopia wrote to standard error; `Unknown` when no rule knows it. */
export const errorClassOf = (text: string): ErrorClass => {
  const lower = text.toLowerCase()
  const rule = rules.find(
    ({ any, andAny }) => includesAny(lower, any) && (andAny === undefined || includesAny(lower, andAny)),
  )
  return rule?.class ?? 'Unknown'
}
