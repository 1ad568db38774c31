import * as NEA from 'fp-ts/NonEmptyArray'
import { lastCall } from '../../core/memo/last-call'
import { repositoryKey } from '../../core/names'
import { newestFirst } from '../../core/retention'
import type { PolicyFacts, SnapshotFacts } from '../facts'

/** The Snapshots of one policy in one repository. */
export interface PolicyRuns {
  readonly policy: PolicyFacts
  /** Only where the policy has several. */
  readonly repository?: string
  readonly snapshots: ReadonlyArray<SnapshotFacts>
  /** Those that have ended, the newest first. */
  readonly ended: ReadonlyArray<SnapshotFacts>
}

/** Worked out once for all metrics of a scrape. */
export const policyRuns = lastCall(
  (policies: ReadonlyArray<PolicyFacts>, snapshots: ReadonlyArray<SnapshotFacts>): ReadonlyArray<PolicyRuns> => {
    const ofPolicy = NEA.groupBy(({ policyNamespace, policy }: SnapshotFacts) => `${policyNamespace}/${policy}`)([
      ...snapshots.filter(({ policy }) => policy !== undefined),
    ])
    return policies.flatMap((policy) => runsOf(policy, ofPolicy[`${policy.namespace}/${policy.name}`] ?? []))
  },
)

const runsOf = (policy: PolicyFacts, snapshots: ReadonlyArray<SnapshotFacts>): ReadonlyArray<PolicyRuns> =>
  policy.hasSeveral
    ? policy.repositories.map(repositoryKey).map((repository) => {
        const own = snapshots.filter(
          (one) => one.repository !== undefined && repositoryKey(one.repository) === repository,
        )
        return { policy, repository, snapshots: own, ended: endedOf(own) }
      })
    : [{ policy, snapshots, ended: endedOf(snapshots) }]

const endedOf = (snapshots: ReadonlyArray<SnapshotFacts>): ReadonlyArray<SnapshotFacts> =>
  snapshots.filter((one) => isGood(one) || one.phase === 'Failed').sort(newestFirst)

/** A run that found nothing to save has shown that all is saved. */
export const isGood = ({ phase }: SnapshotFacts): boolean => phase === 'Succeeded' || phase === 'Unchanged'
