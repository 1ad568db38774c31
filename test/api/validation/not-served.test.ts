import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KindName } from '../../../api/kinds'
import { object, warningsOf, type Fields } from './object'

const page = readFileSync(join(__dirname, '../../../docs/reference/not-served.md'), 'utf8')
const backend = { filesystem: { path: '/repository' } }
const rclone = { rclone: { remotePath: 'box:backups' } }
const encryption = { passwordSecretRef: { name: 'password' } }
const ref = { name: 'main' }
const policy = { repository: ref, sources: [{ pvc: { name: 'data' } }], copyMethod: 'Direct' }
const podSelector = { matchLabels: { app: 'db' } }
const stream = { fileName: 'dump.sql', workloadExec: { podSelector, command: ['dump'] } }
const http = { httpRequest: { url: 'https://app.example/pause' } }
const job = { runJob: { jobSpec: { template: {} } } }
const schedule = { cron: '0 3 * * *' }

const cases: ReadonlyArray<readonly [sentence: string, kind: KindName, spec: Fields, field: string]> = [
  [
    'a snapshot of several volumes in one moment, the default',
    'SnapshotPolicy',
    { ...policy, copyMethod: undefined, sources: [{ pvcSelector: {} }] },
    'spec.groupBy',
  ],
  ['verification', 'SnapshotPolicy', { ...policy, verification: { quick: { schedule } } }, 'spec.verification'],
  ['adoption', 'SnapshotPolicy', { ...policy, adoption: 'Adopt' }, 'spec.adoption'],
  ['a stream', 'SnapshotPolicy', { ...policy, sources: [{ stream }] }, 'spec.sources'],
  ['a request before', 'SnapshotPolicy', { ...policy, hooks: { beforeSnapshot: [job, http] } }, 'spec.hooks'],
  ['a request after', 'SnapshotPolicy', { ...policy, hooks: { afterSnapshot: [http] } }, 'spec.hooks'],
  ['rclone', 'Repository', { backend: rclone, encryption }, 'spec.backend.rclone'],
  [
    'rclone for all namespaces',
    'ClusterRepository',
    {
      backend: rclone,
      encryption: { passwordSecretRef: { name: 'password', namespace: 'kopiur-system' } },
      allowedNamespaces: { all: true },
    },
    'spec.backend.rclone',
  ],
  ['a seed', 'Repository', { backend, encryption, seed: { from: { repository: ref } } }, 'spec.seed'],
  ['a catalogue', 'Repository', { backend, encryption, catalog: { periodicRefresh: true } }, 'spec.catalog'],
  ['a web interface', 'Repository', { backend, encryption, server: {} }, 'spec.server'],
  [
    'a restore into a command',
    'Restore',
    { source: { snapshotRef: ref }, target: { streamExec: stream } },
    'spec.target',
  ],
  ['copies of blobs', 'RepositoryReplication', { sourceRef: ref, destination: backend, schedule }, 'spec'],
  ['copies of snapshots', 'SnapshotReplication', { sourceRef: ref, destinationRef: { name: 'b' }, schedule }, 'spec'],
]

describe('what is kept and not served', () => {
  it.each(cases)('is told: %s', (_, kind, spec, field) => {
    const [warning = '', ...others] = warningsOf(object(kind, spec))
    expect(others).toEqual([])
    expect(warning.startsWith(field)).toBe(true)
    expect(warning).toContain('this release')
  })

  it.each(cases)('has its line on the page: %s', (_, kind, __, field) => {
    expect(page).toContain(field === 'spec' ? kind : field)
  })

  it('is not told of what is served', () => {
    expect(warningsOf(object('SnapshotPolicy', { ...policy, hooks: { beforeSnapshot: [job] } }))).toEqual([])
    expect(
      warningsOf(object('SnapshotPolicy', { repository: ref, sources: [{ nfs: { server: 'nas', path: '/x' } }] })),
    ).toEqual([])
    for (const copyMethod of ['Snapshot', 'Clone'])
      expect(warningsOf(object('SnapshotPolicy', { ...policy, copyMethod }))).toEqual([])
    const selected = { ...policy, copyMethod: 'Snapshot', sources: [{ pvcSelector: {} }], groupBy: 'None' }
    expect(warningsOf(object('SnapshotPolicy', selected))).toEqual([])
    expect(warningsOf(object('Repository', { backend, encryption }))).toEqual([])
    const served = { sftp: { host: 'nas', path: '/backups' } }
    expect(warningsOf(object('Repository', { backend: served, encryption }))).toEqual([])
  })
})
