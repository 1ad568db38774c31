import { describeFiles } from '../stage/files'
import { restore, restoreOf, snapshot } from '../stage/manifests'
import { annotate, eventually, gone, inPhase, look, refOf, remove, type Seen } from '../stage/see'
import type { Scenario, Stage } from '../stage/stage'
import { waitFor } from '../wait'
import { makeGround, withSnapshots } from './ground'
import { newClaim, podOf } from './mover-ground'

const LASTING = '  mover: { cache: { mode: Persistent, capacity: 1Gi, storageClassName: immediate } }\n'

/** A claim that is filled from the Restore `fill`. */
const FILLED = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: filled, namespace: NAMESPACE }
spec:
  storageClassName: immediate
  accessModes: [ReadWriteOnce]
  resources: { requests: { storage: 1Gi } }
  dataSourceRef: { apiGroup: kopiur.home-operations.com, kind: Restore, name: fill }
`

/** Instants at which a run is asked for, and the seconds by which its Job is named. */
const FIRST = { at: '2026-01-01T00:00:00Z', seconds: Date.parse('2026-01-01T00:00:00Z') / 1000 }
const SECOND = { at: '2026-01-01T00:01:00Z', seconds: FIRST.seconds + 60 }

const RUN_REQUESTED = 'kopiur.home-operations.com/run-requested'

const MAINTENANCE = `apiVersion: kopiur.home-operations.com/v1alpha1
kind: Maintenance
metadata: { name: own, namespace: NAMESPACE, annotations: { ${RUN_REQUESTED}: "${FIRST.at}" } }
spec:
  repository: { name: store }
  ownership: { owner: us, takeoverPolicy: Force }
  schedule: { quick: { cron: "0 */6 * * *" }, full: { cron: "0 4 * * 0" } }
${LASTING}`

const hasRun =
  (at: string) =>
  ({ status }: Seen): boolean => {
    const run = status?.['manualRun'] as { readonly requestedAt?: string; readonly phase?: string } | undefined
    return run?.requestedAt === at && run.phase === 'Succeeded'
  }

const claimSeen = (stage: Stage, name: string): Promise<Seen | undefined> =>
  look(stage.kube, refOf(stage, 'PersistentVolumeClaim', name))

const claimGone = (stage: Stage, name: string): Promise<true> =>
  waitFor(`claim ${name} to go`, async () => ((await claimSeen(stage, name)) === undefined ? true : undefined), {
    limitSeconds: 120,
  })

/** The claim that a Job keeps its cache in, as its pod asks for it. */
const cacheOf = async (stage: Stage, job: string): Promise<string> => {
  const { containers, volumes } = await podOf(stage, job)
  expect(containers[0]?.volumeMounts).toContainEqual({ name: 'kopia-cache', mountPath: '/var/cache/kopia' })
  const claims = JSON.stringify(volumes).match(/"name":"kopia-cache","persistentVolumeClaim":{"claimName":"([^"]+)"/)
  return claims?.[1] ?? ''
}

const CACHE_OF_POLICY = 'kopiur-cache-data'

export const caches: ReadonlyArray<Scenario> = [
  {
    name: 'the lasting cache of a policy serves one run after the other, and goes with it',
    play: async (stage) => {
      await makeGround(stage, { policyFields: LASTING })
      await stage.apply(snapshot('one'))
      expect(await cacheOf(stage, 'one')).toBe(CACHE_OF_POLICY)
      await eventually(stage, 'Snapshot', 'one', inPhase('Succeeded'))
      const made = await claimSeen(stage, CACHE_OF_POLICY)
      expect(made?.metadata.ownerReferences).toEqual([
        expect.objectContaining({ kind: 'SnapshotPolicy', name: 'data' }),
      ])
      await stage.apply(snapshot('two'))
      expect(await cacheOf(stage, 'two')).toBe(CACHE_OF_POLICY)
      await eventually(stage, 'Snapshot', 'two', inPhase('Succeeded'))
      expect((await claimSeen(stage, CACHE_OF_POLICY))?.metadata.uid).toBe(made?.metadata.uid)
      await remove(stage, 'SnapshotPolicy', 'data')
      await gone(stage, 'SnapshotPolicy', 'data')
      await claimGone(stage, CACHE_OF_POLICY)
    },
  },
  {
    name: 'the lasting cache of a Restore is a claim that goes with it, and what it restored stays',
    play: async (stage) => {
      const { data } = await withSnapshots(stage, ['one'])
      await stage.apply(restoreOf('one', newClaim('copy'), 'back', LASTING))
      expect(await cacheOf(stage, 'back')).toBe('kopiur-cache-back')
      const { metadata } = await eventually(stage, 'Restore', 'back', inPhase('Completed'))
      const owner = expect.objectContaining({ kind: 'Restore', name: 'back', uid: metadata.uid })
      expect((await claimSeen(stage, 'kopiur-cache-back'))?.metadata.ownerReferences).toEqual([owner])
      await remove(stage, 'Restore', 'back', 'Foreground')
      await gone(stage, 'Restore', 'back')
      await claimGone(stage, 'kopiur-cache-back')
      const copy = await claimSeen(stage, 'copy')
      expect(copy?.metadata).not.toHaveProperty('ownerReferences')
      expect(copy?.metadata).not.toHaveProperty('deletionTimestamp')
      expect(describeFiles(await stage.folderOf('copy'))).toEqual(describeFiles(data.folder))
    },
  },
  {
    name: 'the lasting cache of a claim that fills itself goes once the volume is handed over',
    play: async (stage) => {
      const { data } = await withSnapshots(stage, ['one'])
      await stage.apply(restore('fill', '{ snapshotRef: { name: one } }', '{ populator: {} }', LASTING))
      await stage.apply(FILLED)
      const run = await eventually(stage, 'Restore', 'fill', (one) => jobOf(one) !== undefined)
      const cache = await cacheOf(stage, jobOf(run) ?? '')
      expect(cache).toBe(`kopiur-cache-${jobOf(run)}`)
      await eventually(stage, 'Restore', 'fill', inPhase('Completed'))
      await claimGone(stage, cache)
      expect(describeFiles(await stage.folderOf('filled'))).toEqual(describeFiles(data.folder))
    },
  },
  {
    name: 'the lasting cache of a Maintenance serves one run after the other, and goes with it',
    limitSeconds: 300,
    play: async (stage) => {
      await stage.apply(MAINTENANCE)
      await makeGround(stage, {})
      expect(await cacheOf(stage, `own-mq-${FIRST.seconds}`)).toBe('kopiur-cache-own')
      const { metadata } = await eventually(stage, 'Maintenance', 'own', hasRun(FIRST.at))
      const made = await claimSeen(stage, 'kopiur-cache-own')
      const owner = expect.objectContaining({ kind: 'Maintenance', name: 'own', uid: metadata.uid })
      expect(made?.metadata.ownerReferences).toEqual([owner])
      await annotate(stage, 'Maintenance', 'own', { [RUN_REQUESTED]: SECOND.at })
      expect(await cacheOf(stage, `own-mq-${SECOND.seconds}`)).toBe('kopiur-cache-own')
      await eventually(stage, 'Maintenance', 'own', hasRun(SECOND.at))
      expect((await claimSeen(stage, 'kopiur-cache-own'))?.metadata.uid).toBe(made?.metadata.uid)
      await remove(stage, 'Maintenance', 'own')
      await gone(stage, 'Maintenance', 'own')
      await claimGone(stage, 'kopiur-cache-own')
    },
  },
]

/** The Job that fills the claim, once it was seen. */
const jobOf = ({ status }: Seen): string | undefined => {
  const claims = status?.['claims'] as Record<string, { readonly job?: string }> | undefined
  return claims?.['filled']?.job
}
