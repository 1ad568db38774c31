import { policy, schedule } from '../stage/manifests'
import { conditionOf, eventually, gone, inPhase, listAll, look, patchSpec, refOf, type Seen } from '../stage/see'
import type { Scenario, Stage } from '../stage/stage'
import { waitFor } from '../wait'
import { makeGround } from './ground'

const isConfigured =
  (status: string, reason?: string) =>
  (seen: Seen): boolean => {
    const condition = conditionOf(seen, 'MaintenanceConfigured')
    return condition?.status === status && (reason === undefined || condition.reason === reason)
  }

const MAINTENANCE = `apiVersion: kopiur.home-operations.com/v1alpha1
kind: Maintenance
metadata: { name: own, namespace: NAMESPACE }
spec:
  repository: { name: store }
  ownership: { owner: us, takeoverPolicy: Force }
  schedule: { quick: { cron: "0 */6 * * *" }, full: { cron: "0 4 * * 0" } }
`

const snapshotsAtRest = (stage: Stage, count: number): Promise<ReadonlyArray<Seen>> =>
  waitFor(
    `${count} Snapshots to succeed`,
    async () => {
      const all = await listAll(stage, 'Snapshot')
      return all.length >= count && all.every(inPhase('Succeeded')) ? all : undefined
    },
    { limitSeconds: 150 },
  )

export const upkeep: ReadonlyArray<Scenario> = [
  {
    name: 'a repository gets its Maintenance, and loses it when none is wanted',
    play: async (stage) => {
      await makeGround(stage, {})
      await eventually(stage, 'Repository', 'store', isConfigured('True'))
      const made = await eventually(stage, 'Maintenance', 'store', () => true)
      expect(made.metadata.ownerReferences).toEqual([
        expect.objectContaining({ kind: 'Repository', name: 'store', controller: true }),
      ])
      expect(made.spec).toMatchObject({ repository: { name: 'store' }, schedule: { quick: { cron: '0 */6 * * *' } } })
      await patchSpec(stage, 'Repository', 'store', { maintenance: { enabled: false } })
      await gone(stage, 'Maintenance', 'store')
      await eventually(stage, 'Repository', 'store', isConfigured('False', 'MaintenanceDisabled'))
    },
  },
  {
    name: 'a Maintenance that somebody wrote takes the lease, stays the only one, and outlives the switch',
    play: async (stage) => {
      await stage.apply(MAINTENANCE)
      await makeGround(stage, {})
      const own = await eventually(stage, 'Maintenance', 'own', (one) => conditionOf(one, 'Ready')?.status === 'True')
      expect(own.status).toHaveProperty('ownership.owner')
      await eventually(stage, 'Repository', 'store', isConfigured('True'))
      await patchSpec(stage, 'Repository', 'store', { maintenance: { enabled: false } })
      await eventually(stage, 'Repository', 'store', (one) => one.status?.['observedGeneration'] === 2)
      await eventually(stage, 'Repository', 'store', isConfigured('True'))
      expect((await listAll(stage, 'Maintenance')).map(({ metadata }) => metadata.name)).toEqual(['own'])
      expect((await look(stage.kube, refOf(stage, 'Maintenance', 'own')))?.metadata).not.toHaveProperty(
        'deletionTimestamp',
      )
    },
  },
  {
    name: 'a schedule without a time zone goes by that of its repository',
    play: async (stage) => {
      await makeGround(stage, { repositoryFields: '  scheduleDefaults: { timezone: Pacific/Kiritimati }\n' })
      await stage.apply(schedule('0 3 * * *'))
      const seen = await eventually(
        stage,
        'SnapshotSchedule',
        'often',
        (one) => one.status?.['nextSchedule'] !== undefined,
      )
      expect(seen.status).toMatchObject({
        nextSchedule: { timezone: 'Pacific/Kiritimati', at: expect.stringMatching(/T13:00:00/) },
      })
    },
  },
  {
    name: 'a schedule that selects policies backs up each of them once, and no other',
    limitSeconds: 300,
    play: async (stage) => {
      await makeGround(stage, {})
      const labelled = (name: string, tier: string, more = ''): string =>
        policy('data', more, name).replace('namespace: NAMESPACE', `namespace: NAMESPACE, labels: { tier: ${tier} }`)
      await stage.apply(
        [
          labelled('gold-a', 'gold'),
          labelled('gold-b', 'gold'),
          labelled('tin', 'tin'),
          labelled('gold-rests', 'gold', '  suspend: true\n'),
        ].join('---\n'),
      )
      const many = schedule('0 3 1 1 *', '    runOnCreate: true\n', 'many')
      const selector = 'policySelector: { matchLabels: { tier: gold } }'
      await stage.apply(many.replace('policyRef: { name: data }', selector))
      const made = await snapshotsAtRest(stage, 2)
      expect(made.map(({ spec }) => spec?.['policyRef'])).toEqual(
        expect.arrayContaining([{ name: 'gold-a' }, { name: 'gold-b' }]),
      )
      const labels = { 'kopiur.home-operations.com/origin': 'scheduled' }
      made.forEach(({ metadata }) => expect(metadata.labels).toMatchObject(labels))
      await eventually(stage, 'SnapshotSchedule', 'many', (one) => one.status?.['lastSchedule'] !== undefined)
      expect((await listAll(stage, 'Snapshot')).length).toBe(2)
    },
  },
]
