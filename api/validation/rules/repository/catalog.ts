import type { Catalog } from '../../../kinds/shared/repository/catalog'
import type { IdentityDefaults } from '../../../kinds/shared/repository/identity-defaults'
import { isBlank, refuseIf, type Problems } from '../../problem'
import { validDuration } from '../duration'
import { atLeast } from '../number'

const PATH = 'spec.catalog'

export const validCatalog = (catalog: Catalog, identity: IdentityDefaults, isCluster: boolean): Problems => [
  ...validDuration(catalog.refreshInterval, `${PATH}.refreshInterval`, { leastSeconds: 30, example: '30m or 1h' }),
  ...atLeast(catalog.retain?.perIdentity, 0, `${PATH}.retain.perIdentity`),
  ...atLeast(catalog.retain?.maxAgeDays, 1, `${PATH}.retain.maxAgeDays`, 'leave it out for no limit of age'),
  ...(isCluster ? clusterOnly(catalog, identity) : notOnRepository(catalog)),
  ...refuseIf(
    catalog.foreignSnapshots !== undefined && identity.cluster === undefined,
    `${PATH}.foreignSnapshots`,
    'needs identityDefaults.cluster: without it no snapshot is known to be foreign',
  ),
]

const notOnRepository = ({ fallbackNamespace, foreignSnapshots }: Catalog): Problems => [
  ...refuseIf(
    fallbackNamespace !== undefined,
    `${PATH}.fallbackNamespace`,
    'is for a ClusterRepository only: a Repository shows snapshots in its own namespace',
  ),
  ...refuseIf(
    foreignSnapshots === 'Fallback',
    `${PATH}.foreignSnapshots`,
    'Fallback is for a ClusterRepository only: use Ignore',
  ),
]

const clusterOnly = ({ fallbackNamespace, foreignSnapshots }: Catalog, identity: IdentityDefaults): Problems => [
  ...refuseIf(
    fallbackNamespace !== undefined && isBlank(fallbackNamespace),
    `${PATH}.fallbackNamespace`,
    'must not be empty',
  ),
  ...refuseIf(
    foreignSnapshots === 'Fallback' && fallbackNamespace === undefined,
    `${PATH}.fallbackNamespace`,
    'is required with foreignSnapshots: Fallback',
  ),
  ...refuseIf(
    identity.cluster !== undefined && fallbackNamespace !== undefined && foreignSnapshots === undefined,
    `${PATH}.foreignSnapshots`,
    'must be chosen when identityDefaults.cluster and fallbackNamespace are both set: Ignore or Fallback',
  ),
]
