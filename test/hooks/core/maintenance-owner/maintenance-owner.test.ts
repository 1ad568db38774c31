import { kopiaOwner, maintenanceLease, maintenanceLeaseAliases } from '../../../../hooks/core/maintenance-owner'

const db = { kind: 'Repository', namespace: 'db', name: 'main' } as const
const shared = { kind: 'ClusterRepository', name: 'main' } as const

test.each([
  [db, undefined, 'kopiur/db/main', 'kopiur@kopiur-db-main'],
  [db, 'east', 'kopiur/east/db/main', 'kopiur@kopiur.east.db.main'],
  [shared, undefined, 'kopiur/clusterrepository/main', 'kopiur@kopiur-clusterrepository-main'],
  [shared, 'east', 'kopiur/east/clusterrepository/main', 'kopiur@kopiur.east.clusterrepository.main'],
])('%j in cluster %s is %s and %s', (ref, cluster, lease, owner) => {
  expect(maintenanceLease(ref, cluster)).toBe(lease)
  expect(kopiaOwner(lease)).toBe(owner)
})

test('a name of before the cluster had one is an alias', () => {
  expect(maintenanceLeaseAliases(db, 'east')).toEqual(['kopiur/db/main'])
  expect(maintenanceLeaseAliases(db, undefined)).toEqual([])
  expect(maintenanceLeaseAliases(db, '')).toEqual([])
})

test('a lease that a user chose becomes a host name', () => {
  expect(kopiaOwner('Team A//backup_host-')).toBe('kopiur@team-a-backup-host')
  expect(kopiaOwner(`kopiur/${'n'.repeat(80)}`)).toBe(`kopiur@kopiur-${'n'.repeat(56)}`)
  expect(kopiaOwner(`kopiur/${'a'.repeat(100)}/${'b'.repeat(100)}/${'c'.repeat(100)}`).length).toBeLessThanOrEqual(260)
})
