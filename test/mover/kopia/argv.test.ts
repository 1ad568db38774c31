import type { RepositoryAccess, Storage } from '../../../api/mover/work-spec'
import { argv } from '../../../mover/kopia/command'
import { connect } from '../../../mover/kopia/connect'
import { create } from '../../../mover/kopia/create'
import { indexList } from '../../../mover/kopia/index-list'
import { maintenanceInfo, maintenanceRun, maintenanceSetOwner } from '../../../mover/kopia/maintenance'
import { policyDocument, policyImport } from '../../../mover/kopia/policy'
import { provider } from '../../../mover/kopia/provider'
import { setParameters } from '../../../mover/kopia/set-parameters'
import { snapshotCreate } from '../../../mover/kopia/snapshot-create'
import { snapshotDelete } from '../../../mover/kopia/snapshot-delete'
import { snapshotList } from '../../../mover/kopia/snapshot-list'
import { snapshotPin } from '../../../mover/kopia/snapshot-pin'
import { snapshotRestore } from '../../../mover/kopia/snapshot-restore'
import { throttleSet } from '../../../mover/kopia/throttle-set'

const QUIET = '--no-auto-maintenance --disable-file-logging --log-level error --no-progress'
const LOUD = '--no-auto-maintenance --disable-file-logging'
const CONNECTION =
  '--override-hostname=shop --override-username=app --content-cache-size-mb 512 --content-cache-size-limit-mb 512 ' +
  '--metadata-cache-size-mb 512 --metadata-cache-size-limit-mb 512 --max-list-cache-duration 0s --disable-repository-format-cache --no-check-for-updates'

const access = (more: Partial<RepositoryAccess> = {}): RepositoryAccess => ({
  storage: { filesystem: { path: '/repo' } },
  client: { username: 'app', hostname: 'shop' },
  readOnly: false,
  ...more,
})
const folder = { args: ['filesystem', '--path=/repo'], files: [] }

const operation = {
  runUid: 'uid-1',
  mountPath: '/data',
  identity: { username: 'app', hostname: 'shop', sourcePath: '/data' },
  tags: { kopiur: 'config:nightly', 'kopiur-run': 'forged' },
  policy: {},
}

describe('arguments of each verb', () => {
  it.each([
    ['connect', connect(access(), folder), `repository connect filesystem --path=/repo ${CONNECTION} ${QUIET}`],
    [
      'connect read-only',
      connect(access({ readOnly: true }), folder),
      `repository connect filesystem --path=/repo ${CONNECTION} --readonly ${QUIET}`,
    ],
    [
      'connect with limits',
      connect(access({ throttle: { uploadBytesPerSecond: 1000, downloadBytesPerSecond: 2000 } }), folder),
      `repository connect filesystem --path=/repo --max-upload-speed=1000 --max-download-speed=2000 ${CONNECTION} ${QUIET}`,
    ],
    [
      'create, never read-only',
      create(access({ readOnly: true }), folder, {
        splitter: 'FIXED-4M',
        hash: 'BLAKE3-256',
        encryption: 'AES256-GCM-HMAC-SHA256',
        ecc: { algorithm: 'REED-SOLOMON-CRC32', overheadPercent: 2 },
      }),
      `repository create filesystem --path=/repo ${CONNECTION} --object-splitter=FIXED-4M --block-hash=BLAKE3-256 --encryption=AES256-GCM-HMAC-SHA256 --ecc=REED-SOLOMON-CRC32 --ecc-overhead-percent=2 ${QUIET}`,
    ],
    ['list', snapshotList(), `snapshot list --json ${QUIET}`],
    ['list by tag', snapshotList({ key: 'a', value: 'b' }), `snapshot list --json --tags=a:b ${QUIET}`],
    ['delete', snapshotDelete(['a', 'b']), `snapshot delete a b --delete ${QUIET}`],
    ['pin', snapshotPin('a', true), `snapshot pin a --add kopiur ${QUIET}`],
    ['unpin', snapshotPin('a', false), `snapshot pin a --remove kopiur ${QUIET}`],
    ['maintenance info', maintenanceInfo(), `maintenance info --json ${QUIET}`],
    ['maintenance owner', maintenanceSetOwner('a@b'), `maintenance set --owner=a@b ${QUIET}`],
    ['quick maintenance', maintenanceRun('quick'), `maintenance run --no-full ${QUIET}`],
    ['full maintenance', maintenanceRun('full'), `maintenance run --full ${QUIET}`],
    ['index list', indexList(), `index list --json ${QUIET}`],
    ['policy', policyImport('app@shop:/data', policyDocument({})), `policy import ${QUIET}`],
    [
      'parameters',
      setParameters({
        epoch: {
          minDuration: '12h',
          refreshFrequency: '10m',
          advanceOnCount: 30,
          advanceOnSizeMiB: 20,
          checkpointFrequency: 5,
          deleteParallelism: 8,
        },
        blobRetention: { mode: 'COMPLIANCE', period: '72h' },
      }),
      `repository set-parameters --epoch-min-duration=12h --epoch-refresh-frequency=10m --epoch-advance-on-count=30 --epoch-advance-on-size-mb=20 --epoch-checkpoint-frequency=5 --epoch-delete-parallelism=8 --retention-mode=COMPLIANCE --retention-period=72h ${QUIET}`,
    ],
    [
      'no retention',
      setParameters({ blobRetention: { mode: 'none' } }),
      `repository set-parameters --retention-mode=none ${QUIET}`,
    ],
    [
      'snapshot: the tag of the run cannot be forged',
      snapshotCreate(operation, '/mnt', '/run/d', 5),
      `snapshot create /mnt --json --json-verbose --override-source=app@shop:/data --tags=kopiur:config:nightly --tags=kopiur-run:uid-1 --no-send-snapshot-report --metrics-store-on-exit --diagnostics-output-directory /run/d --progress --progress-update-interval 5s ${LOUD}`,
    ],
    [
      'snapshot with everything',
      snapshotCreate(
        { ...operation, tags: {}, description: 'a b', failFast: true, uploadLimitMb: 7, extraArgs: ['--parallel=2'] },
        '/mnt',
        '/run/d',
        0,
      ),
      `snapshot create /mnt --json --json-verbose --override-source=app@shop:/data --tags=kopiur-run:uid-1 --description=a b --fail-fast --upload-limit-mb=7 --parallel=2 --no-send-snapshot-report --metrics-store-on-exit --diagnostics-output-directory /run/d --no-progress ${LOUD}`,
    ],
    [
      'restore',
      snapshotRestore('id', '/restore', {}, 0),
      `snapshot restore id /restore --mode local --no-progress ${LOUD}`,
    ],
    [
      'restore with options on',
      snapshotRestore(
        'id',
        '/restore',
        {
          ignorePermissionErrors: true,
          writeFilesAtomically: true,
          writeSparseFiles: true,
          skipOwners: true,
          skipPermissions: true,
          skipTimes: true,
          overwriteFiles: true,
          overwriteDirectories: true,
          overwriteSymlinks: true,
          ignoreErrors: true,
          skipExisting: true,
          parallel: 4,
          enableFileDeletion: true,
        },
        3,
      ),
      `snapshot restore id /restore --mode local --ignore-permission-errors --write-files-atomically --write-sparse-files --skip-owners --skip-permissions --skip-times --overwrite-files --overwrite-directories --overwrite-symlinks --ignore-errors --skip-existing --parallel 4 --delete-extra --progress --progress-update-interval 3s ${LOUD}`,
    ],
    [
      'restore with options off',
      snapshotRestore(
        'id',
        '/restore',
        { ignorePermissionErrors: false, overwriteFiles: false, skipExisting: false, enableFileDeletion: false },
        0,
      ),
      `snapshot restore id /restore --mode local --no-ignore-permission-errors --no-overwrite-files --no-skip-existing --no-progress ${LOUD}`,
    ],
  ])('%s', (_name, command, expected) => {
    expect(argv(command).join(' ')).toBe(expected)
  })

  it('keep a value with its flag, whatever it begins with', () => {
    const words = argv(
      snapshotCreate({ ...operation, tags: { '-k': '-v' }, description: '-- before the upgrade' }, '/mnt', '/run/d', 0),
    )
    expect(words).toEqual(expect.arrayContaining(['--tags=-k:-v', '--description=-- before the upgrade']))
  })

  it('of a cache of size zero are one, for zero makes kopia crash', () => {
    const args = argv(connect(access({ contentCacheSizeMb: 0, metadataCacheSizeMb: 0 }), folder)).join(' ')
    expect(args).toContain('--content-cache-size-mb 1 --content-cache-size-limit-mb 1')
  })

  it('limit operations only where a limit is wanted', () => {
    expect(throttleSet(access())).toBeUndefined()
    expect(throttleSet(access({ throttle: { uploadBytesPerSecond: 1 } }))).toBeUndefined()
    const limits = throttleSet(access({ throttle: { readOpsPerSecond: 5, writeOpsPerSecond: 6 } }))
    expect(limits && argv(limits).join(' ')).toBe(
      `repository throttle set --read-requests-per-second=5 --write-requests-per-second=6 ${QUIET}`,
    )
  })
})

describe('a storage', () => {
  const secrets = {
    AWS_SECRET_ACCESS_KEY: 'SECRET',
    KOPIA_SFTP_KEY_DATA: 'SECRET KEY',
    KOPIA_SFTP_KNOWN_HOSTS: 'host ssh-ed25519 AAAA',
    KOPIA_GCS_CREDENTIALS: '{"private_key":"SECRET"}',
    KOPIA_RCLONE_CONFIG: '[dst]\npass = SECRET',
    KOPIA_GDRIVE_CREDENTIALS: '{"private_key":"SECRET"}',
  }
  const storages: ReadonlyArray<readonly [Storage, string, ReadonlyArray<string>]> = [
    [{ filesystem: { path: '/repo' } }, 'filesystem --path=/repo', []],
    [{ s3: { bucket: 'b' } }, 's3 --bucket=b', []],
    [
      {
        s3: {
          bucket: 'b',
          endpoint: 'h:9000',
          region: 'r',
          prefix: 'p/',
          disableTls: false,
          disableTlsVerification: true,
          caBundle: 'PEM',
          ambientCredentials: true,
        },
      },
      's3 --bucket=b --endpoint=h:9000 --region=r --prefix=p/ --disable-tls-verification --root-ca-pem-path=/s/ca.pem --access-key= --secret-access-key=',
      ['ca.pem'],
    ],
    [{ s3: { bucket: 'b', disableTls: true } }, 's3 --bucket=b --disable-tls', []],
    [
      { azure: { container: 'c', storageAccount: 'a', prefix: 'p/' } },
      'azure --container=c --storage-account=a --prefix=p/',
      [],
    ],
    [
      { gcs: { bucket: 'b', prefix: 'p/' } },
      'gcs --bucket=b --prefix=p/ --credentials-file=/s/gcs-credentials.json',
      ['gcs-credentials.json'],
    ],
    [{ b2: { bucket: 'b', prefix: 'p/' } }, 'b2 --bucket=b --prefix=p/', []],
    [
      { sftp: { host: 'h', path: '/p', port: 2222, username: 'u' } },
      'sftp --host=h --path=/p --port=2222 --username=u --keyfile=/s/sftp_key --known-hosts=/s/known_hosts',
      ['sftp_key', 'known_hosts'],
    ],
    [{ webDav: { url: 'https://h/r' } }, 'webdav --url=https://h/r', []],
    [
      { rclone: { remotePath: 'dst:repo', startupTimeout: '30s' } },
      'rclone --remote-path=dst:repo --rclone-startup-timeout=30s --rclone-args=--config=/s/rclone.conf',
      ['rclone.conf'],
    ],
    [
      { gdrive: { folderId: 'f' } },
      'gdrive --folder-id=f --credentials-file=/s/gdrive-credentials.json',
      ['gdrive-credentials.json'],
    ],
  ]

  it.each(storages)('%j', (storage, expected, files) => {
    const found = provider(storage, '/s', secrets)
    expect(found.args.join(' ')).toBe(expected)
    expect(found.files.map(({ name }) => name)).toEqual(files)
    expect(found.args.join(' ')).not.toContain('SECRET')
  })

  it('needs no credentials file where the environment has its own', () => {
    expect(provider({ gcs: { bucket: 'b' } }, '/s', {}).args).toEqual(['gcs', '--bucket=b'])
  })

  it('gets private keys that end in a newline', () => {
    const { files } = provider({ sftp: { host: 'h', path: '/p' } }, '/s', secrets)
    expect(files.every(({ content }) => content.endsWith('\n'))).toBe(true)
  })
})
