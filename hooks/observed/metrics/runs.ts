import type { ObjectMetric } from './object-metric'
import { sample } from './sample'

export const runMetrics: ReadonlyArray<ObjectMetric> = [
  {
    name: 'kopiur_restore_duration_seconds',
    help: 'How long a Restore took',
    labels: ['namespace', 'name'],
    needs: [],
    samples: ({ restores }) =>
      restores.flatMap(({ namespace, name, durationSeconds }) => sample({ namespace, name }, durationSeconds)),
  },
  {
    name: 'kopiur_maintenance_last_reclaimed_bytes',
    help: 'What the last maintenance freed',
    labels: ['namespace', 'name'],
    needs: [],
    samples: ({ maintenances }) =>
      maintenances.flatMap(({ namespace, name, reclaimedBytes }) => sample({ namespace, name }, reclaimedBytes)),
  },
]
