import type { ClusterFault, OwnFault } from './fault'
import { fullVolume } from './full-volume'
import { faultsOf, struckRuns } from './own'
import { restoresDeleted } from './restores'

/** Those that take long begin first. */
export const ownFaults: ReadonlyArray<OwnFault> = [fullVolume, ...restoresDeleted, ...struckRuns]

const STANDSTILL_SECONDS = 30

export const clusterFaults: ReadonlyArray<ClusterFault> = [
  { name: 'the hooks are killed', strike: (stage) => faultsOf(stage).killHooks() },
  { name: 'Metacontroller is killed', strike: (stage) => faultsOf(stage).killEngine() },
  {
    name: `the API server stands still for ${STANDSTILL_SECONDS} s`,
    strike: (stage) => faultsOf(stage).stopApiServer(STANDSTILL_SECONDS),
  },
]
