import * as t from 'io-ts'
import { objectMeta } from '../../../api/kubernetes/object'
import type { PolicySource } from '../../../api/kinds/shared/policy/source'
import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import { Label } from '../../../api/names/labels'
import type { Need, Reads } from '../../need'
import { listAs, type ListRead } from './list-as'

const claim = t.type({ metadata: objectMeta })
export type ObservedClaim = t.TypeOf<typeof claim>

type Selector = Extract<PolicySource, { readonly pvcSelector: unknown }>

export const isSelector = (source: PolicySource): source is Selector => 'pvcSelector' in source

/** A policy with a selector backs up claims, each by a Snapshot of its own; one without backs up its first source. */
export const hasSelector = ({ spec }: SnapshotPolicy): boolean => (spec.sources ?? []).some(isSelector)

/** The claims that a source matches, live: which there are is settled when a slot fires. */
export const claimsNeed = ({ pvcSelector }: Selector, namespace: string): Need => ({
  _tag: 'List',
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  namespace,
  labelSelector: pvcSelector.labelSelector ?? {},
})

/** What the product made for a run, a cache or a copy, is nobody's data: no selector means it. */
const isSource = ({ metadata }: ObservedClaim): boolean => metadata.labels?.[Label.volumeComponent] === undefined

export const readClaims = (reads: Reads, source: Selector, namespace: string): ListRead<ObservedClaim> => {
  const read = listAs(claim)(reads, claimsNeed(source, namespace))
  return read._tag === 'Listed' ? { ...read, items: read.items.filter(isSource) } : read
}
