import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { API_VERSION } from '../../../api/names/group'
import type { Story } from '../../../embedded/simulate'

export const ALL_RULES = { keepLatest: 3, keepHourly: 24, keepDaily: 7, keepWeekly: 4, keepMonthly: 12, keepAnnual: 3 }

/** One policy and one schedule of it; what is not given is plain. */
export const tale = ({
  schedule = {},
  policy = {},
  ...rest
}: {
  readonly schedule?: Partial<SnapshotSchedule['spec']['schedule']>
  readonly policy?: Partial<SnapshotPolicy['spec']>
} & Partial<Story>): Story => ({
  policies: [
    {
      apiVersion: API_VERSION,
      kind: 'SnapshotPolicy',
      metadata: { name: 'pg', namespace: 'db', uid: 'policy-uid', generation: 1 },
      spec: { repository: { name: 'nas' }, sources: [{ pvc: { name: 'data' } }], ...policy },
    },
  ],
  schedules: [
    {
      apiVersion: API_VERSION,
      kind: 'SnapshotSchedule',
      metadata: { name: 'often', namespace: 'db', uid: 'schedule-uid', generation: 1 },
      spec: { policyRef: { name: 'pg' }, schedule: { cron: '0 * * * *', ...schedule } },
    },
  ],
  repositories: [
    {
      apiVersion: API_VERSION,
      kind: 'Repository',
      metadata: { name: 'nas', namespace: 'db' },
      spec: {
        backend: { filesystem: { path: '/repository' } },
        encryption: { passwordSecretRef: { name: 'nas-password' } },
      },
      status: { phase: 'Ready' },
    },
  ],
  claims: [],
  from: Date.parse('2026-01-01T00:00:00Z'),
  until: Date.parse('2026-01-03T00:00:00Z'),
  durationMs: 60_000,
  failing: new Set(),
  ...rest,
})

export const at = (text: string): number => Date.parse(text)
export const iso = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z')
