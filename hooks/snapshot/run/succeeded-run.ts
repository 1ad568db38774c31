import type { SnapshotStatus } from '../../../api/kinds/snapshot'
import type { Result, SnapshotStats } from '../../../api/mover/outcome'
import { readyTriple, type ConditionUpdate } from '../../core/conditions'
import type { Succeeded } from '../../core/mover-job'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { moverTiming } from './timing'
import { unexpectedResult } from './failed-run'

type SnapshotResult = Extract<Result, { readonly snapshot: unknown }>['snapshot']
type Saved = Extract<SnapshotResult, { readonly saved: unknown }>['saved']

/** A run whose mover said that its work is done. */
export const succeededRun = (scene: Scene, outcome: Succeeded): Move => {
  const result = outcome.succeeded
  if (!('snapshot' in result)) return unexpectedResult(scene, outcome)
  const logTail = outcome.logTail === undefined ? {} : { logTail: outcome.logTail }
  return 'saved' in result.snapshot
    ? saved(scene, result.snapshot.saved, logTail)
    : {
        status: { phase: 'Unchanged', timing: moverTiming(scene, result.snapshot.unchanged), ...logTail },
        conditions: readyTriple(
          'Ready',
          'NoChanges',
          'Nothing has changed since the last snapshot, so kopia made no new one.',
        ),
      }
}

const saved = (scene: Scene, facts: Saved, logTail: Partial<SnapshotStatus>): Move => ({
  status: {
    phase: 'Succeeded',
    snapshot: {
      kopiaSnapshotID: facts.snapshotId,
      identity: facts.identity,
      ...(facts.description === undefined ? {} : { description: facts.description }),
    },
    timing: moverTiming(scene, facts),
    stats: statsOf(facts.stats),
    ...logTail,
  },
  conditions: [
    ...readyTriple('Ready', 'SnapshotCreated', `kopia saved snapshot ${facts.snapshotId}.`),
    ...incomplete(facts.stats),
  ],
  ...(unread(facts.stats) === 0 ? {} : { effects: incompleteEvent(scene, facts) }),
})

const unread = ({ filesFailed = 0 }: SnapshotStats): number => filesFailed

/** Failures are only told where there are any. */
const statsOf = ({ filesFailed, ...stats }: SnapshotStats): NonNullable<SnapshotStatus['stats']> => ({
  ...stats,
  ...(filesFailed === undefined || filesFailed === 0 ? {} : { filesFailed }),
})

const INCOMPLETE = 'SnapshotIncompleteUnreadableEntries'

const incompleteMessage = (stats: SnapshotStats): string =>
  `${unread(stats)} entries could not be read and are not in the snapshot. Run the mover as the user of the workload: spec.mover.securityContext.runAsUser of the policy.`

const incomplete = (stats: SnapshotStats): ReadonlyArray<ConditionUpdate> =>
  unread(stats) === 0
    ? []
    : [
        {
          type: 'SecurityContextCompatible',
          status: 'False',
          reason: INCOMPLETE,
          message: incompleteMessage(stats),
        },
      ]

const incompleteEvent = ({ snapshot, namespace, uid }: Scene, facts: Saved): NonNullable<Move['effects']> => [
  {
    _tag: 'EmitEvent',
    regarding: { apiVersion: snapshot.apiVersion, kind: snapshot.kind, namespace, name: snapshot.metadata.name, uid },
    type: 'Warning',
    reason: INCOMPLETE,
    action: 'MatchWorkloadSecurityContext',
    message: incompleteMessage(facts.stats),
    occasion: facts.snapshotId,
  },
]
