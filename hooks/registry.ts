import type { Controller } from './hook'
import { labels } from './labels'
import { maintenance } from './maintenance'
import { maintenanceLease } from './maintenance-lease'
import { moverAccess } from './mover-access'
import { clusterRepository, repository } from './repository'
import { restore } from './restore'
import { snapshot } from './snapshot'
import { snapshotPolicy } from './snapshot-policy'
import { snapshotSchedule } from './snapshot-schedule'
import { snapshotStaging } from './snapshot-staging'

/** Every controller of the service, by name. Its YAML file, hook folder, route and test folder carry the same word. */
export const controllers: ReadonlyArray<Controller> = [
  moverAccess,
  repository,
  clusterRepository,
  restore,
  labels,
  maintenance,
  maintenanceLease,
  snapshot,
  snapshotPolicy,
  snapshotSchedule,
  snapshotStaging,
]
