import { PREFIX } from './labels'

export const Annotation = {
  // written by users
  skipSnapshotCleanup: `${PREFIX}skip-snapshot-cleanup`,
  allowMassDeletion: `${PREFIX}allow-mass-deletion`,
  allowIdentityChange: `${PREFIX}allow-identity-change`,
  allowReinitialize: `${PREFIX}allow-reinitialize`,
  runRequested: `${PREFIX}run-requested`,
  runMode: `${PREFIX}run-mode`,
  privilegedMovers: `${PREFIX}privileged-movers`,
  // written by the service on Snapshots
  prunedBy: `${PREFIX}pruned-by`,
  policyUid: `${PREFIX}policy-uid`,
  scheduleUid: `${PREFIX}schedule-uid`,
  slot: `${PREFIX}slot`,
  onPolicyDelete: `${PREFIX}on-policy-delete`,
  onScheduleDelete: `${PREFIX}on-schedule-delete`,
  row: `${PREFIX}row`,
  repositoryVerdict: `${PREFIX}repository-verdict`,
  staged: `${PREFIX}staged`,
  // written by the service on what it stages: UID of the Snapshot, name of the source claim
  stagedFor: `${PREFIX}staged-for`,
  stagedFrom: `${PREFIX}staged-from`,
  // written by the service on repositories
  reverifyRequestedAt: `${PREFIX}reverify-requested-at`,
  catalogScanRequestedAt: `${PREFIX}catalog-scan-requested-at`,
  // written by the service on PersistentVolumes
  originalReclaimPolicy: `${PREFIX}populator-original-reclaim-policy`,
  // on Jobs
  deleteMembers: `${PREFIX}delete-members`,
  pinTarget: `${PREFIX}pin-target`,
  maintenanceSlot: `${PREFIX}maintenance-slot`,
  verifySlot: `${PREFIX}verify-slot`,
  bootstrapGeneration: `${PREFIX}bootstrap-generation`,
  /** On discovery Jobs: `Connect` or `Probe`. */
  discoveryPurpose: `${PREFIX}discovery-purpose`,
  /** On discovery Jobs: resourceVersions of the Secrets that they were started with. */
  credentialVersion: `${PREFIX}credential-version`,
  /** On the Jobs of a run: JSON of what the Snapshot's status keeps of it from the start. */
  runFacts: `${PREFIX}run-facts`,
  /** On the Jobs of a run: whether its policy had hooks for its end, `true` or `false`. */
  hooksAfter: `${PREFIX}hooks-after`,
  /** Seconds a Job stays after its end, where its author asked for them. */
  keepSeconds: `${PREFIX}keep-seconds`,
  /** On copied Secrets: namespace and name of the original. */
  projectedFrom: `${PREFIX}projected-from`,
  /** What the mover reports on its own Job: JSON of `api/mover/outcome.ts`, written once at the end. */
  outcome: `${PREFIX}outcome`,
  /** JSON of `Progress` in `api/mover/outcome.ts`, written now and then. */
  progress: `${PREFIX}progress`,
} as const

export const PrunedBy = {
  retention: 'retention',
  failedHistory: 'failed-history',
  policyCascade: 'policy-cascade',
  replicationRetention: 'replication-retention',
  replacedRun: 'replaced-run',
} as const
export type PrunedBy = (typeof PrunedBy)[keyof typeof PrunedBy]
