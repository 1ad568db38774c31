import { API_VERSION } from '../../api/names/group'
import type { KindDefinition } from '../../embedded/api/kind-definition'

/** The words for all kinds of this API: kubectl's, by their category, and a plain one. */
const ALL_KINDS = ['kopiur', 'all-kinds']

/** Finds kinds as a person names them: `snapshots`, `snapshot`, `Snapshot`, `kopiasnap`, `jobs.batch`, lists with commas. */
export const kindsNamed = (
  kinds: ReadonlyArray<KindDefinition>,
  text: string,
): ReadonlyArray<KindDefinition | string> =>
  text
    .split(',')
    .flatMap((name): ReadonlyArray<KindDefinition | string> =>
      ALL_KINDS.includes(name)
        ? kinds.filter(({ apiVersion }) => apiVersion === API_VERSION)
        : [kindNamed(kinds, name) ?? name],
    )

const kindNamed = (kinds: ReadonlyArray<KindDefinition>, text: string): KindDefinition | undefined => {
  const [name = '', ...group] = text.toLowerCase().split('.')
  const candidates = kinds.filter(
    (kind) =>
      (kind.plural === name || kind.kind.toLowerCase() === name || kind.shortNames.includes(name)) &&
      (group.length === 0 || kind.apiVersion.split('/')[0] === group.join('.')),
  )
  // Events of the newer API are the ones written here.
  return candidates.find(({ apiVersion }) => apiVersion === 'events.k8s.io/v1') ?? candidates[0]
}
