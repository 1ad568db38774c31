import * as E from 'fp-ts/Either'
import { eventually, gone, inPhase, kopiaId, listAll, remove, type Seen } from '../stage/see'
import { snapshot, together } from '../stage/manifests'
import { waitFor } from '../wait'
import type { Site } from './fault'

/** A fault, a restart, and three backups of six seconds on a busy machine. */
const PATIENCE_SECONDS = 420

/** Snapshots that are being taken; none has ended, and the movers of all are at work. */
export const startRuns = async ({ stage, refill }: Site, round: number, count = 2): Promise<ReadonlyArray<string>> => {
  refill()
  const names = Array.from({ length: count }, (_unused, index) => `run-${round}-${index}`)
  await stage.apply(together(...names.map((name) => snapshot(name))))
  for (const name of names) await eventually(stage, 'Snapshot', name, inPhase('Running'), PATIENCE_SECONDS)
  await waitFor(
    'a mover to start',
    async () => {
      const jobs = await stage.kube.list({ apiVersion: 'batch/v1', kind: 'Job', namespace: stage.namespace })()
      const active = E.isRight(jobs) ? jobs.right.items : []
      return active.some((job) => names.includes(job.metadata.name) && isReady(job['status'])) ? true : undefined
    },
    { limitSeconds: PATIENCE_SECONDS },
  )
  return names
}

const isReady = (status: unknown): boolean =>
  typeof status === 'object' && status !== null && 'ready' in status && Number(status.ready) > 0

/** Each of them ends well, with exactly one kopia snapshot of its run, and no other kopia snapshot is there or lost. */
export const allSucceed = async (site: Site, names: ReadonlyArray<string>): Promise<void> => {
  const { stage } = site
  for (const name of names) await eventually(stage, 'Snapshot', name, inPhase('Succeeded', 'Failed'), PATIENCE_SECONDS)
  await atRest(site)
  const all = await listAll(stage, 'Snapshot')
  const ended = all.filter(({ metadata }) => names.includes(metadata.name))
  expect(ended.map(outcomeOf)).toEqual(names.map((name) => `${name} Succeeded`))
  await noneLostOrTwice(site)
}

const outcomeOf = ({ metadata, status }: Seen): string =>
  `${metadata.name} ${status?.phase ?? 'none'}${status?.phase === 'Failed' ? ` ${JSON.stringify(status['failure'])}` : ''}`

/** The kopia snapshots are those of the Snapshots that succeeded, one for each. */
export const noneLostOrTwice = async ({ stage, observed }: Site, kept: ReadonlyArray<string> = []): Promise<void> => {
  const rows = (await listAll(stage, 'Snapshot')).filter(inPhase('Succeeded'))
  const seen = await observed()
  const wanted = rows.map((row) => `${row.metadata.uid ?? ''} ${kopiaId(row)}`)
  const found = seen.filter(({ id }) => !kept.includes(id)).map(({ id, run }) => `${run ?? ''} ${id}`)
  expect(found.sort()).toEqual(wanted.sort())
}

/** No Job of a run is left, nothing is on its way. */
export const atRest = ({ stage }: Site): Promise<true> =>
  waitFor(
    'all Jobs of runs to be gone',
    async () => {
      const jobs = await stage.kube.list({ apiVersion: 'batch/v1', kind: 'Job', namespace: stage.namespace })()
      if (E.isLeft(jobs)) return undefined
      return jobs.right.items.every(({ metadata }) => !metadata.name.startsWith('run-')) ? true : undefined
    },
    { limitSeconds: PATIENCE_SECONDS },
  )

/** Everything can still be deleted, and takes its data along; what a deleted policy left behind stays. */
export const deletable = async (site: Site): Promise<void> => {
  const { stage } = site
  const rows = new Set((await listAll(stage, 'Snapshot')).map(kopiaId))
  const leftBehind = (await site.observed()).flatMap(({ id }) => (rows.has(id) ? [] : [id]))
  for (const { metadata } of await listAll(stage, 'Snapshot')) await remove(stage, 'Snapshot', metadata.name)
  for (const { metadata } of await listAll(stage, 'Snapshot'))
    await gone(stage, 'Snapshot', metadata.name, PATIENCE_SECONDS)
  await noneLostOrTwice(site, leftBehind)
  const seen = await site.observed()
  expect(seen.map(({ id }) => id)).toEqual(expect.arrayContaining(leftBehind))
}
