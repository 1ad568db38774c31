/** Who owns the maintenance of a repository: the lease of this product, and kopia's owner string made from it. */
export { kopiaOwner } from './kopia-owner'
export { maintenanceLease, maintenanceLeaseAliases } from './lease'
