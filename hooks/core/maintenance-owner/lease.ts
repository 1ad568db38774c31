import type { RepositoryRef } from '../names'

/** The lease of a repository's maintenance: `kopiur/db/main`, with a cluster's name `kopiur/east/db/main`. */
export const maintenanceLease = (ref: RepositoryRef, cluster: string | undefined): string =>
  ['kopiur', ...(cluster === undefined || cluster === '' ? [] : [cluster]), ...place(ref)].join('/')

/** Leases that a repository had before its cluster got a name. */
export const maintenanceLeaseAliases = (ref: RepositoryRef, cluster: string | undefined): ReadonlyArray<string> =>
  cluster === undefined || cluster === '' ? [] : [maintenanceLease(ref, undefined)]

const place = (ref: RepositoryRef): ReadonlyArray<string> =>
  ref.kind === 'Repository' ? [ref.namespace, ref.name] : ['clusterrepository', ref.name]
