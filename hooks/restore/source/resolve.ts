import type { Restore } from '../../../api/kinds/restore'
import type { Circumstances } from '../../hook'
import type { Step } from '../walk'
import { fromIdentity } from './from-identity'
import { fromPolicy } from './from-policy'
import { fromSnapshot } from './from-snapshot'
import type { Claim } from '../../core/identity'
import type { Source } from './source'

/** What the spec asks for, as of now. */
export const resolveSource = (
  restore: Restore,
  claim: Claim | undefined,
  circumstances: Circumstances,
): Step<Source> => {
  const { source } = restore.spec
  if ('snapshotRef' in source) return fromSnapshot(restore, source.snapshotRef, circumstances)
  if ('identity' in source) return fromIdentity(restore, source.identity, circumstances)
  return fromPolicy(restore, source.fromPolicy, claim, circumstances)
}

export const sourceKind = ({ spec }: Pick<Restore, 'spec'>): 'SnapshotRef' | 'Identity' | 'FromPolicy' => {
  if ('snapshotRef' in spec.source) return 'SnapshotRef'
  return 'identity' in spec.source ? 'Identity' : 'FromPolicy'
}

/** What happens when nothing matches; from a policy a first start with nothing to restore is the usual case. */
export const onMissing = ({ spec }: Pick<Restore, 'spec'>): 'Fail' | 'Continue' =>
  spec.policy?.onMissingSnapshot ?? ('fromPolicy' in spec.source ? 'Continue' : 'Fail')
