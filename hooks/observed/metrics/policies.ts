import { wholeSeconds } from '../../core/time/instant'
import type { PolicyFacts, SnapshotFacts } from '../facts'
import { gaugeOf } from './gauge-of'
import { named, NAMED } from './named'
import type { ObjectMetric } from './object-metric'
import { isGood, policyRuns, type PolicyRuns } from './policy-runs'

/** Some are known with the policy's name in `policy`, some with it in `name`. */
const ofPolicies = (labelOfPolicy: 'policy' | 'name') =>
  gaugeOf<PolicyRuns>({
    labels: ['namespace', labelOfPolicy, 'repository'],
    needs: ['SnapshotPolicy', 'Snapshot'],
    objects: ({ policies, snapshots }) => policyRuns(policies, snapshots),
    labelsOf: ({ policy, repository }) => ({
      namespace: policy.namespace,
      [labelOfPolicy]: policy.name,
      ...(repository === undefined ? {} : { repository }),
    }),
  })

const byPolicy = ofPolicies('policy')
const byName = ofPolicies('name')
const ofEach = gaugeOf<PolicyFacts>({ labels: NAMED, objects: ({ policies }) => policies, labelsOf: named })

/** With one repository the policy remembers its newest success longer than its Snapshots stay. */
const succeededAt = ({ policy, repository, ended }: PolicyRuns): number | undefined => {
  const times = [ended.find(isGood)?.at, repository === undefined ? policy.succeededAt : undefined]
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : wholeSeconds(Math.max(...known))
}

const newest = ({ ended }: PolicyRuns): SnapshotFacts | undefined => ended.find(({ phase }) => phase === 'Succeeded')

const lastWentWell = ({ ended: [last] }: PolicyRuns): number | undefined =>
  last === undefined ? undefined : Number(isGood(last))

const failuresInARow = ({ ended }: PolicyRuns): number => {
  const good = ended.findIndex(isGood)
  return good < 0 ? ended.length : good
}

const LAST = 'kopiur_policy_last_backup'

export const policyMetrics: ReadonlyArray<ObjectMetric> = [
  byPolicy(`${LAST}_success_timestamp_seconds`, 'End of the newest run of a policy that went well', succeededAt),
  byPolicy(`${LAST}_duration_seconds`, 'Duration of its newest Succeeded run', (runs) => newest(runs)?.durationSeconds),
  byPolicy(`${LAST}_size_bytes`, 'Size of its newest Succeeded run', (runs) => newest(runs)?.sizeBytes),
  byPolicy(`${LAST}_files`, 'Files of its newest Succeeded run, where they are known', (runs) => newest(runs)?.files),
  byPolicy('kopiur_snapshotpolicy_last_backup_success', '1 when the newest ended run went well, else 0', lastWentWell),
  byName('kopiur_snapshot_consecutive_failures', 'Failed runs of a policy since one went well', failuresInARow),
  byName('kopiur_snapshots_live', 'Snapshots of a policy', ({ snapshots }) => snapshots.length),
  // `status.lastVerified`, whoever wrote it.
  ofEach(
    'kopiur_snapshot_verified_timestamp_seconds',
    'When the snapshots of a policy were last verified',
    ({ verifiedAt }) => (verifiedAt === undefined ? undefined : wholeSeconds(verifiedAt)),
  ),
]
