import type { SnapshotPolicy } from '../kinds/snapshot-policy'
import type { KindRules } from './kind-rules'
import { given, type Problems } from './problem'
import { BACKUP_INHERITANCE, validMover } from './rules/mover'
import { allAtLeast } from './rules/number'
import { validPreflight, validVerification, verificationSchedules } from './rules/policy/checks'
import { keepsIdentity } from './rules/policy/fork'
import { validHooks } from './rules/policy/hooks'
import { repositoriesOf, validRepositories } from './rules/policy/repositories'
import { validSources } from './rules/policy/sources'
import { validStaging } from './rules/policy/staging'
import { policyNotServed } from './rules/not-served'
import { policyWarnings } from './rules/policy/warnings'
import { keepsSomething } from './rules/retention'
import { mayUse } from './rules/tenancy'

export const snapshotPolicyRules: KindRules<SnapshotPolicy> = {
  shared: (policy) => [
    ...validRepositories(policy),
    ...validSources(policy),
    ...validStaging(policy.spec),
    ...validHooks(policy.spec),
    ...validPreflight(policy.spec),
    ...validVerification(policy.spec),
    ...given(policy.spec.retention, (retention) => keepsSomething(retention, 'spec.retention')),
    ...given(policy.spec.mover, (mover) => validMover(mover, 'spec.mover', BACKUP_INHERITANCE)),
    ...validUpload(policy),
  ],
  admission: ({ object, old, surroundings }) => [
    ...verificationSchedules(object.spec),
    ...given(old, (before) => keepsIdentity(object, before)),
    ...repositoriesOf(object).flatMap((ref) => mayUse(ref, object.metadata.namespace ?? '', 'spec', surroundings)),
  ],
  warnings: ({ object }) => [...policyWarnings(object), ...policyNotServed(object.spec)],
}

const validUpload = ({ spec }: SnapshotPolicy): Problems =>
  given(spec.upload, (upload) => allAtLeast({ ...upload }, 1, 'spec.upload'))
