import { writeFiles } from '../stage/files'
import { folderRepository, policy, secret, snapshot, together } from '../stage/manifests'
import { eventually, gone, inPhase, remove } from '../stage/see'
import { waitFor } from '../wait'
import type { World } from '../world'
import type { InstallationScenario } from './scenario'

const PORT = 8081

interface Pod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string }
}

/** What each replica of the service tells a Prometheus. */
const scrapes = async ({ kubectl }: World): Promise<ReadonlyArray<string>> => {
  const pods = await kubectl.list<Pod>('pods', 'kopiur-system', 'app.kubernetes.io/name=kopiur-hooks')
  const living = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
  return Promise.all(
    living.map(({ metadata }) =>
      kubectl.run(['get', '--raw', `/api/v1/namespaces/kopiur-system/pods/${metadata.name}:${PORT}/proxy/metrics`]),
    ),
  )
}

/** Value of the only series that has this name and these labels; absent where there is none. */
const valueOf = (text: string, name: string, ...labels: ReadonlyArray<string>): number | undefined => {
  const found = text
    .split('\n')
    .filter((line) => new RegExp(`^${name}[{ ]`).test(line) && labels.every((label) => line.includes(label)))
  return found.length === 1 ? Number(found[0]?.slice(found[0].lastIndexOf(' '))) : undefined
}

const expectOfService = (text: string): void => {
  expect(text).toMatch(/^# TYPE kopiur_controller_reconciliations_total counter$/m)
  expect(text).toMatch(/^kopiur_controller_reconcile_duration_seconds_bucket\{/m)
  expect(valueOf(text, 'kopiur_process_resident_memory_bytes')).toBeGreaterThan(0)
}

const expectOfObjects = (text: string, inNamespace: string): void => {
  const ofSnapshot = (name: string) => valueOf(text, name, inNamespace, 'name="measured"', 'policy="data"')
  const ofPolicy = (name: string) => valueOf(text, name, inNamespace, 'policy="data"')
  expect(ofSnapshot('kopiur_snapshot_size_bytes')).toBeGreaterThan(0)
  expect(ofSnapshot('kopiur_snapshot_files')).toBe(10)
  expect(ofPolicy('kopiur_policy_last_backup_success_timestamp_seconds')).toBeGreaterThan(1_600_000_000)
  expect(ofPolicy('kopiur_policy_last_backup_size_bytes')).toBeGreaterThan(0)
  expect(ofPolicy('kopiur_policy_last_backup_duration_seconds')).toBeGreaterThanOrEqual(0)
  expect(ofPolicy('kopiur_snapshotpolicy_last_backup_success')).toBe(1)
  expect(valueOf(text, 'kopiur_resource_phase', 'kind="Repository"', inNamespace, 'phase="Ready"')).toBe(1)
  expect(text).not.toMatch(/^kopiur_resource_phase\{.*\} 0$/m)
}

const isSucceeded = (text: string, inNamespace: string): boolean =>
  valueOf(text, 'kopiur_resource_phase', 'kind="Snapshot"', inNamespace, 'name="measured"', 'phase="Succeeded"') === 1

/** Kinds that the API server lets every replica hear of, for the rights it is installed with. */
const watched = (text: string): ReadonlyArray<string> => text.match(/^kopiur_objects_watched\{.*\} 1$/gm) ?? []

const COMPLETED = ['kopiur_snapshots_completed_total', 'result="succeeded"', 'policy="data"'] as const

export const metrics: ReadonlyArray<InstallationScenario> = [
  {
    name: 'the metrics of every replica follow a backup, and forget it when its Snapshot is gone',
    play: async (world, stage) => {
      const inNamespace = `namespace="${stage.namespace}"`
      writeFiles((await stage.volume('data')).folder, 10)
      await stage.volume('store')
      await stage.apply(together(secret(), folderRepository('store'), policy('data'), snapshot('measured')))
      await eventually(stage, 'Snapshot', 'measured', inPhase('Succeeded'))
      const texts = await waitFor('every replica to tell of the backup', async () => {
        const all = await scrapes(world)
        return all.length > 1 && all.every((text) => isSucceeded(text, inNamespace)) ? all : undefined
      })
      texts.forEach((text) => {
        expectOfService(text)
        expectOfObjects(text, inNamespace)
        expect(watched(text)).toHaveLength(6)
      })
      const counts = texts.map((text) => valueOf(text, ...COMPLETED, inNamespace) ?? 0)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
      await remove(stage, 'Snapshot', 'measured')
      await gone(stage, 'Snapshot', 'measured')
      await waitFor('every replica to forget it', async () =>
        (await scrapes(world)).every((text) => !text.includes('name="measured"')) ? true : undefined,
      )
    },
  },
]
