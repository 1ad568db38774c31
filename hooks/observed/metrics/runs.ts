import type { MaintenanceFacts, RestoreFacts } from '../facts'
import { gaugeOf } from './gauge-of'
import { named, NAMED } from './named'
import type { ObjectMetric } from './object-metric'

const ofRestores = gaugeOf<RestoreFacts>({ labels: NAMED, objects: ({ restores }) => restores, labelsOf: named })
const ofMaintenances = gaugeOf<MaintenanceFacts>({
  labels: NAMED,
  objects: ({ maintenances }) => maintenances,
  labelsOf: named,
})

export const runMetrics: ReadonlyArray<ObjectMetric> = [
  ofRestores('kopiur_restore_duration_seconds', 'How long a Restore took', ({ durationSeconds }) => durationSeconds),
  ofMaintenances(
    'kopiur_maintenance_last_reclaimed_bytes',
    'What the last maintenance freed',
    ({ reclaimedBytes }) => reclaimedBytes,
  ),
]
