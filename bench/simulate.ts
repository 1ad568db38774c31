import { API_VERSION } from '../api/names/group'
import { simulate, type Story } from '../embedded/simulate'
import { median, numberOption, type Measuring } from './measure'

const DAY = 86_400_000
const FROM = Date.parse('2026-01-01T00:00:00Z')

/** How long a year of an hourly schedule takes with all six keep rules. Options: `--days`, `--rounds`. */
export const measure: Measuring = async (options) => {
  const days = numberOption(options, 'days', 365)
  const rounds = numberOption(options, 'rounds', 3)
  const samples: number[] = []
  let runs = 0
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    runs = simulate(hourly(days)).runs.length
    samples.push((performance.now() - start) / 1000)
  }
  return [
    { name: `runs of an hourly schedule over ${days} days`, value: runs, unit: '' },
    { name: 'its simulation with all six keep rules', value: median(samples), unit: 's', limit: 5, samples },
  ]
}

const hourly = (days: number): Story => ({
  policies: [
    {
      apiVersion: API_VERSION,
      kind: 'SnapshotPolicy',
      metadata: { name: 'data', namespace: 'apps' },
      spec: {
        repository: { name: 'nas' },
        sources: [{ pvc: { name: 'data' } }],
        retention: { keepLatest: 3, keepHourly: 24, keepDaily: 7, keepWeekly: 4, keepMonthly: 12, keepAnnual: 3 },
      },
    },
  ],
  schedules: [
    {
      apiVersion: API_VERSION,
      kind: 'SnapshotSchedule',
      metadata: { name: 'hourly', namespace: 'apps' },
      spec: { policyRef: { name: 'data' }, schedule: { cron: '0 * * * *', timezone: 'Europe/Berlin' } },
    },
  ],
  repositories: [
    {
      apiVersion: API_VERSION,
      kind: 'Repository',
      metadata: { name: 'nas', namespace: 'apps' },
      spec: {
        backend: { filesystem: { path: '/repository' } },
        encryption: { passwordSecretRef: { name: 'nas-password' } },
      },
      status: { phase: 'Ready' },
    },
  ],
  claims: [],
  from: FROM,
  until: FROM + days * DAY,
  durationMs: 60_000,
  failing: new Set(),
})
