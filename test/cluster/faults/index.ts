import { policy, restore } from '../stage/manifests'
import { eventually, gone, inPhase, kopiaId, listAll, look, refOf, remove } from '../stage/see'
import { waitFor } from '../wait'
import type { Fault, Site } from './fault'
import { allSucceed, atRest, noneLostOrTwice, startRuns } from './oracles'

const LONG = 420
const NEW_CLAIM = (name: string): string => `{ pvc: { name: ${name}, capacity: 1Gi, storageClassName: immediate } }`

const faultsOf = ({ stage }: Site) => {
  if (stage.faults === undefined) throw new Error('this stage has no faults')
  return stage.faults
}

/** Something breaks while backups run, and all of them succeed all the same. */
const survived = (name: string, strike: (site: Site, names: ReadonlyArray<string>) => Promise<void>): Fault => ({
  name,
  round: async (site, round) => {
    const names = await startRuns(site, round)
    await strike(site, names)
    await allSucceed(site, names)
  },
})

const deletedWhileRunning: Fault = {
  name: 'a Snapshot is deleted',
  round: async (site, round) => {
    const [first = '', ...others] = await startRuns(site, round)
    await remove(site.stage, 'Snapshot', first)
    await gone(site.stage, 'Snapshot', first, LONG)
    await allSucceed(site, others)
  },
}

const policyDeleted: Fault = {
  name: 'the policy is deleted in foreground',
  round: async (site, round) => {
    const { stage } = site
    const before = (await site.observed()).map(({ id }) => id)
    await startRuns(site, round)
    await remove(stage, 'SnapshotPolicy', 'data', 'Foreground')
    await gone(stage, 'SnapshotPolicy', 'data', LONG)
    await waitFor(
      'its Snapshots to go',
      async () => ((await listAll(stage, 'Snapshot')).length === 0 ? true : undefined),
      { limitSeconds: LONG },
    )
    await atRest(site)
    const seen = await site.observed()
    expect(seen.map(({ id }) => id)).toEqual(expect.arrayContaining(before))
    expect(new Set(seen.map(({ run }) => run)).size).toBe(seen.length)
    await stage.apply(policy('data'))
    const after = await startRuns(site, round + 1000, 1)
    for (const name of after) await eventually(stage, 'Snapshot', name, inPhase('Succeeded'), LONG)
    await noneLostOrTwice(
      site,
      seen.map(({ id }) => id),
    )
  },
}

/** One snapshot for all rounds: it is restored again and again. */
const restorable = async (site: Site): Promise<void> => {
  if ((await look(site.stage.kube, refOf(site.stage, 'Snapshot', 'run-0-0'))) !== undefined) return
  await allSucceed(site, await startRuns(site, 0, 1))
}

const restoreDeleted = (when: 'while' | 'after'): Fault => ({
  name: `a Restore is deleted in foreground ${when} it writes`,
  round: async (site, round) => {
    const { stage } = site
    await restorable(site)
    const name = `back-${round}`
    await stage.apply(restore(name, '{ snapshotRef: { name: run-0-0 } }', NEW_CLAIM(name)))
    await eventually(stage, 'Restore', name, inPhase(when === 'while' ? 'Restoring' : 'Completed'), LONG)
    await remove(stage, 'Restore', name, 'Foreground')
    await gone(stage, 'Restore', name, LONG)
    const claim = await look(stage.kube, refOf(stage, 'PersistentVolumeClaim', name))
    expect(claim?.metadata.deletionTimestamp).toBeUndefined()
    expect(claim?.status?.phase).toBe('Bound')
    await noneLostOrTwice(site)
  },
})

const OUTAGE_MS = 20_000

const serverCutOff: Fault = {
  name: 'the S3 server is cut off for 20 s',
  onS3: true,
  round: async (site, round) => {
    const { stage, store } = site
    const names = await startRuns(site, round)
    await store?.stop()
    await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS))
    await store?.start()
    for (const name of names) await eventually(stage, 'Snapshot', name, inPhase('Succeeded', 'Failed'), LONG)
    await atRest(site)
    await eventually(stage, 'Repository', 'store', inPhase('Ready'), LONG)
    const again = await startRuns(site, round + 1000, 1)
    for (const name of again)
      expect(kopiaId(await eventually(stage, 'Snapshot', name, inPhase('Succeeded'), LONG))).not.toBe('')
    await noneLostOrTwice(site)
  },
}

export const faults: ReadonlyArray<Fault> = [
  survived('the hooks are killed', (site) => faultsOf(site).killHooks()),
  survived('Metacontroller is killed', (site) => faultsOf(site).killEngine()),
  survived('the API server stands still for 30 s', (site) => faultsOf(site).stopApiServer(30)),
  survived('the mover pods are killed', async (site, names) => {
    for (const name of names) await faultsOf(site).killPods(name)
  }),
  survived('a mover Job is deleted', async ({ stage }, names) => remove(stage, 'Job', names[0] ?? '')),
  deletedWhileRunning,
  policyDeleted,
  restoreDeleted('while'),
  restoreDeleted('after'),
  serverCutOff,
]
