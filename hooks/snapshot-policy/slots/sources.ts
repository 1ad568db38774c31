import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import type { PolicySource } from '../../../api/kinds/shared/policy/source'
import { memberPath, sourcePath, type Claim } from '../../core/identity'
import { claimsNeed, hasSelector, isSelector, readClaims } from '../../core/kube'
import type { Need, Reads } from '../../need'

/** One thing to back up; without a claim of its own it is the policy's first source. */
export interface SourceMember {
  readonly sourceIndex?: number
  readonly claim?: Claim
}

export type Expansion =
  | { readonly _tag: 'Expanded'; readonly members: ReadonlyArray<SourceMember> }
  | { readonly _tag: 'NotRead'; readonly needs: ReadonlyArray<Need> }
  /** The sources contradict each other or cannot be read; nothing is guessed. */
  | { readonly _tag: 'Refused'; readonly field: string; readonly message: string }

interface Found extends Claim {
  readonly sourceIndex: number
  readonly path: string
}

/** What a slot backs up, source by source, claims by name. */
export const expandSources = (policy: SnapshotPolicy, reads: Reads): Expansion => {
  if (!hasSelector(policy)) return { _tag: 'Expanded', members: [{}] }
  const namespace = policy.metadata.namespace ?? ''
  const found = (policy.spec.sources ?? []).map((source, index) => claimsOf(source, index, { namespace, reads }))
  const needs = found.flatMap((one) => (one._tag === 'NotRead' ? one.needs : []))
  const refused = found.find((one) => one._tag === 'Refused')
  if (needs.length > 0) return { _tag: 'NotRead', needs }
  if (refused?._tag === 'Refused') return refused
  return withoutClash(found.flatMap((one) => (one._tag === 'Claims' ? one.claims : [])))
}

type SourceClaims =
  { readonly _tag: 'Claims'; readonly claims: ReadonlyArray<Found> } | Exclude<Expansion, { readonly _tag: 'Expanded' }>

const claimsOf = (
  source: PolicySource,
  sourceIndex: number,
  { namespace, reads }: { readonly namespace: string; readonly reads: Reads },
): SourceClaims => {
  if (!isSelector(source)) return { _tag: 'Claims', claims: namedClaim(source, sourceIndex, namespace) }
  const read = readClaims(reads, source, namespace)
  switch (read._tag) {
    case 'NotRead':
      return { _tag: 'NotRead', needs: [claimsNeed(source, namespace)] }
    case 'Forbidden':
      return {
        _tag: 'Refused',
        field: `spec.sources[${sourceIndex}].pvcSelector`,
        message: `the claims of ${namespace} may not be listed: ${read.message}; grant the service list on persistentvolumeclaims`,
      }
    case 'Listed':
      return {
        _tag: 'Claims',
        claims: read.items
          .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
          .map(({ metadata: { name } }) => ({
            namespace,
            name,
            sourceIndex,
            path: memberPath(source, { namespace, name }),
          }))
          .sort((a, b) => (a.name < b.name ? -1 : 1)),
      }
  }
}

const namedClaim = (source: PolicySource, sourceIndex: number, namespace: string): ReadonlyArray<Found> =>
  'pvc' in source ? [{ namespace, name: source.pvc.name, sourceIndex, path: sourcePath(source) ?? '' }] : []

const withoutClash = (found: ReadonlyArray<Found>): Expansion => {
  const clash = found.flatMap((one, index) => {
    const other = found.slice(0, index).find(({ name, path }) => name === one.name || path === one.path)
    return other === undefined ? [] : [{ one, other }]
  })[0]
  return clash === undefined
    ? {
        _tag: 'Expanded',
        members: found.map(({ namespace, name, sourceIndex }) => ({ sourceIndex, claim: { namespace, name } })),
      }
    : {
        _tag: 'Refused',
        field: `spec.sources[${clash.one.sourceIndex}]`,
        message: clashMessage(clash.one, clash.other),
      }
}

const clashMessage = (one: Found, other: Found): string =>
  one.name === other.name
    ? `claim ${one.name} is matched by sources ${other.sourceIndex} and ${one.sourceIndex}; let one of them exclude it`
    : `claims ${other.name} and ${one.name} would both be recorded under ${one.path}; give each source its own path`
