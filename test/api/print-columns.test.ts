import { kinds } from '../../api/kinds'

const COLUMNS: { readonly [kind in keyof typeof kinds]: string } = {
  Repository:
    'Phase string .status.phase; Backend string .status.backend; Server string .status.server.endpoint; IndexBlobs integer .status.storageStats.indexBlobCount 1',
  ClusterRepository:
    'Phase string .status.phase; Backend string .status.backend; Namespaces integer .status.allowedNamespaceCount; Server string .status.server.endpoint; IndexBlobs integer .status.storageStats.indexBlobCount 1',
  SnapshotPolicy:
    'Repository string .spec.repository.name; Repositories string .status.repositorySummary; Last-Snapshot date .status.lastSuccessfulSnapshot; Last-Verified date .status.lastVerified; Suspended boolean .spec.suspend',
  Snapshot:
    'Phase string .status.phase; Origin string .status.origin; Snapshot string .status.snapshot.kopiaSnapshotID; Source string .spec.source.target.pvc.name',
  SnapshotSchedule:
    'Config string .spec.policyRef.name; Schedule string .spec.schedule.cron; Suspended boolean .spec.schedule.suspend',
  Restore: 'Phase string .status.phase; Source string .status.sourceKind',
  Maintenance: 'Repository string .spec.repository.name; Owner string .status.ownership.owner',
  RepositoryReplication:
    'Source string .spec.sourceRef.name; Destination string .status.destinationBackend; Schedule string .spec.schedule.cron; Last date .status.lastReplicated',
  SnapshotReplication:
    'Source string .spec.sourceRef.name; Destination string .spec.destinationRef.name; Schedule string .spec.schedule.cron; Phase string .status.phase; Last date .status.lastReplicated',
}

it.each(Object.values(kinds))('$kind shows its columns in order', ({ kind, printColumns }) => {
  const shown = printColumns.map(({ name, type, jsonPath, priority }) =>
    [name, type, jsonPath, ...(priority === undefined ? [] : [priority])].join(' '),
  )
  expect([kind, shown.join('; ')]).toEqual([
    kind,
    `${COLUMNS[kind as keyof typeof kinds]}; Age date .metadata.creationTimestamp`,
  ])
})

it.each([
  ['Repository', 'repositories', 'Namespaced', 'kopiarepo'],
  ['ClusterRepository', 'clusterrepositories', 'Cluster', 'kopiacrepo'],
  ['SnapshotPolicy', 'snapshotpolicies', 'Namespaced', 'kopiasp'],
  ['Snapshot', 'snapshots', 'Namespaced', 'kopiasnap'],
  ['SnapshotSchedule', 'snapshotschedules', 'Namespaced', 'kopiasched'],
  ['Restore', 'restores', 'Namespaced', 'kopiarestore'],
  ['Maintenance', 'maintenances', 'Namespaced', 'kopiamaint'],
  ['RepositoryReplication', 'repositoryreplications', 'Namespaced', 'kopiarepl'],
  ['SnapshotReplication', 'snapshotreplications', 'Namespaced', 'kopiasrepl'],
] as const)('%s is %s, %s, %s for short', (kind, plural, scope, shortName) => {
  expect(kinds[kind]).toMatchObject({ kind, plural, scope, shortName })
})
