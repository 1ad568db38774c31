import type { SnapshotPolicySpec } from '../../../api/kinds/snapshot-policy'
import type { FailedStage, Staged } from '../../core/snapshot-run'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { refuse } from '../waiting'

/** The run is over; what was made for it is taken away by the controller that made it. */
export const stagingFailed = (scene: Scene, spec: SnapshotPolicySpec, { reason, message, stage }: FailedStage): Move =>
  refuse(
    {
      reason,
      message,
      conditions: [{ type: 'SourceStaged', status: 'False', reason, message }],
      action: 'InstallSnapshotStackOrUseDirect',
      ...(Object.keys(stage).length === 0 ? {} : { status: stagedStatus(spec, false, stage) }),
    },
    scene.now,
  )

/** What `status` keeps of a stage. */
export const stagedStatus = (spec: SnapshotPolicySpec, ready: boolean, stage: Staged) => ({
  staged: { copyMethod: methodOf(spec), ready, ...stage },
})

export const methodOf = ({ copyMethod = 'Snapshot' }: SnapshotPolicySpec): string => copyMethod
