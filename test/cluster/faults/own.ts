import { policy } from '../stage/manifests'
import { eventually, gone, inPhase, listAll, look, refOf, remove } from '../stage/see'
import type { Stage } from '../stage/stage'
import { waitFor } from '../wait'
import type { OwnFault } from './fault'
import { allSucceed, noneLostOrTwice, PATIENCE_SECONDS, running, startRuns } from './oracles'

export const faultsOf = ({ faults }: Stage) => {
  if (faults === undefined) throw new Error('this stage has no faults')
  return faults
}

/** Backups run, each loses something, and all of them succeed all the same; the run of a slot, too. */
const survived = (
  name: string,
  strike: (stage: Stage, run: string) => Promise<void>,
  ground: OwnFault['ground'] = 'volume',
): OwnFault => ({
  name,
  ground,
  scheduled: true,
  round: async (site, round) => {
    const names = await startRuns(site, round)
    for (const { metadata } of await running(site)) await strike(site.stage, metadata.name)
    await allSucceed(site, names)
  },
})

const snapshotDeleted = (name: string, ground: OwnFault['ground']): OwnFault => ({
  name,
  ground,
  scheduled: true,
  round: async (site, round) => {
    const { stage, watch } = site
    const [first = '', ...others] = await startRuns(site, round, 2)
    const struck = (await running(site)).filter(({ metadata }) => !others.includes(metadata.name))
    for (const { metadata } of struck) {
      watch.expectGone(metadata.uid ?? '')
      await remove(stage, 'Snapshot', metadata.name)
    }
    expect(struck.map(({ metadata }) => metadata.name)).toContain(first)
    for (const { metadata } of struck) await gone(stage, 'Snapshot', metadata.name, PATIENCE_SECONDS)
    const left = new Set((await site.observed()).map(({ run }) => run))
    expect(struck.filter(({ metadata }) => left.has(metadata.uid))).toEqual([])
    await allSucceed(site, others)
  },
})

/** It takes its Snapshots along and leaves their data; a new policy of the same name works. */
const policyDeleted: OwnFault = {
  name: 'the policy is deleted in foreground',
  ground: 'volume',
  scheduled: false,
  round: async (site, round) => {
    const { stage, watch } = site
    const before = (await site.observed()).map(({ id }) => id)
    const names = await startRuns(site, round)
    for (const { metadata } of await listAll(stage, 'Snapshot')) watch.expectGone(metadata.uid ?? '')
    await remove(stage, 'SnapshotPolicy', 'data', 'Foreground')
    await gone(stage, 'SnapshotPolicy', 'data', PATIENCE_SECONDS)
    await waitFor(
      'its Snapshots to go',
      async () => ((await listAll(stage, 'Snapshot')).length === 0 ? true : undefined),
      { limitSeconds: PATIENCE_SECONDS },
    )
    for (const name of names) expect(await look(stage.kube, refOf(stage, 'Job', name))).toBeUndefined()
    await noneLostOrTwice(site)
    expect((await site.observed()).map(({ id }) => id)).toEqual(expect.arrayContaining(before))
    await stage.apply(policy('data'))
    await allSucceed(site, await startRuns(site, round + 1000))
  },
}

const OUTAGE_MS = 20_000

/** Runs fail or outlast it; when the server is back the next one succeeds. */
const serverCutOff: OwnFault = {
  name: 'the S3 server is cut off for 20 s',
  ground: 'S3',
  scheduled: true,
  mayFail: ['RepositoryUnavailable', 'Timeout'],
  round: async (site, round) => {
    const { stage, store } = site
    const names = await startRuns(site, round)
    await store?.stop()
    await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS))
    await store?.start()
    for (const name of names)
      await eventually(stage, 'Snapshot', name, inPhase('Succeeded', 'Failed'), PATIENCE_SECONDS)
    await eventually(stage, 'Repository', 'store', inPhase('Ready'), PATIENCE_SECONDS)
    await allSucceed(site, await startRuns(site, round + 1000))
  },
}

const FROZEN = 'volume and a frozen source'

export const struckRuns: ReadonlyArray<OwnFault> = [
  serverCutOff,
  snapshotDeleted('a Snapshot is deleted', 'volume'),
  snapshotDeleted('a Snapshot that reads a copy is deleted', FROZEN),
  policyDeleted,
  survived('the mover pods are killed', (stage, run) => faultsOf(stage).killPods(run)),
  survived('the mover Jobs are deleted', (stage, run) => remove(stage, 'Job', run)),
  survived('the mover Jobs that read a copy are deleted', (stage, run) => remove(stage, 'Job', run), FROZEN),
]
