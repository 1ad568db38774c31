import { wholeSeconds } from '../../core/time/instant'
import type { SnapshotFacts } from '../facts'
import type { Labels, ObjectMetric } from './object-metric'
import { isGood, policyRuns, type PolicyRuns } from './policy-runs'
import { sample } from './sample'

const ofEach = (
  name: string,
  help: string,
  valueOf: (runs: PolicyRuns) => number | undefined,
  labelOfPolicy: 'policy' | 'name' = 'policy',
): ObjectMetric => ({
  name,
  help,
  labels: ['namespace', labelOfPolicy, 'repository'],
  needs: ['SnapshotPolicy', 'Snapshot'],
  samples: ({ policies, snapshots }) =>
    policyRuns(policies, snapshots).flatMap((runs) => sample(labelsOf(runs, labelOfPolicy), valueOf(runs))),
})

const labelsOf = ({ policy, repository }: PolicyRuns, labelOfPolicy: string): Labels => ({
  namespace: policy.namespace,
  [labelOfPolicy]: policy.name,
  ...(repository === undefined ? {} : { repository }),
})

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

/** `status.lastVerified`, whoever wrote it. */
const verifiedAt: ObjectMetric = {
  name: 'kopiur_snapshot_verified_timestamp_seconds',
  help: 'When the snapshots of a policy were last verified',
  labels: ['namespace', 'name'],
  needs: [],
  samples: ({ policies }) =>
    policies.flatMap(({ namespace, name, verifiedAt: at }) =>
      sample({ namespace, name }, at === undefined ? undefined : wholeSeconds(at)),
    ),
}

const LAST = 'kopiur_policy_last_backup'

export const policyMetrics: ReadonlyArray<ObjectMetric> = [
  ofEach(`${LAST}_success_timestamp_seconds`, 'End of the newest run of a policy that went well', succeededAt),
  ofEach(`${LAST}_duration_seconds`, 'Duration of its newest Succeeded run', (runs) => newest(runs)?.durationSeconds),
  ofEach(`${LAST}_size_bytes`, 'Size of its newest Succeeded run', (runs) => newest(runs)?.sizeBytes),
  ofEach(`${LAST}_files`, 'Files of its newest Succeeded run, where they are known', (runs) => newest(runs)?.files),
  ofEach('kopiur_snapshotpolicy_last_backup_success', '1 when the newest ended run went well, else 0', lastWentWell),
  ofEach('kopiur_snapshot_consecutive_failures', 'Failed runs of a policy since one went well', failuresInARow, 'name'),
  ofEach('kopiur_snapshots_live', 'Snapshots of a policy', ({ snapshots }) => snapshots.length, 'name'),
  verifiedAt,
]
