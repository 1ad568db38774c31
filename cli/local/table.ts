import type { KindDefinition } from '../../embedded/api/kind-definition'
import { formatTable } from '../../embedded/api/printer-table'

/** `snapshot.kopiur.home-operations.com`, or `secret` in the core group. */
export const qualified = ({ kind, apiVersion }: Pick<KindDefinition, 'kind' | 'apiVersion'>): string => {
  const [group = '', version] = apiVersion.split('/')
  return version === undefined ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`
}

/** Rows with columns as wide as their longest cell; the first row counts as the others. */
export const aligned = ([headers = [], ...rows]: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  formatTable({ headers, rows }).split('\n')
