import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { conditionOf, eventually, gone, inPhase, kopiaId, listAll, remove, type Seen } from '../stage/see'
import type { Stage } from '../stage/stage'
import { snapshot, together } from '../stage/manifests'
import { waitFor } from '../wait'
import type { Site } from './fault'

/** A fault, a restart, and backups of six seconds beside others on a busy machine. */
export const PATIENCE_SECONDS = 420
const LOOK_MS = 300

export const listOf = async (stage: Stage, kind: 'Job' | 'Pod' | 'Event'): Promise<ReadonlyArray<KubeObject>> => {
  const apiVersion = kind === 'Job' ? 'batch/v1' : 'v1'
  const found = await stage.kube.list({ apiVersion, kind, namespace: stage.namespace })()
  if (E.isLeft(found)) throw new Error(found.left.message)
  return found.right.items
}

/** Snapshots that are being taken; none has ended, and the mover of one is at work at least. */
export const startRuns = async ({ stage, refill }: Site, round: number, count = 1): Promise<ReadonlyArray<string>> => {
  refill()
  const names = Array.from({ length: count }, (_unused, index) => `run-${round}-${index}`)
  await stage.apply(together(...names.map((name) => snapshot(name))))
  for (const name of names) await eventually(stage, 'Snapshot', name, inPhase('Running'), PATIENCE_SECONDS)
  await waitFor(
    'a mover to start',
    async () =>
      (await listOf(stage, 'Job')).some((job) => names.includes(job.metadata.name) && isReady(job['status']))
        ? true
        : undefined,
    { limitSeconds: PATIENCE_SECONDS, everyMs: LOOK_MS },
  )
  return names
}

const isReady = (status: unknown): boolean =>
  typeof status === 'object' && status !== null && 'ready' in status && Number(status.ready) > 0

/** Those that run now, the schedule's among them. */
export const running = async ({ stage }: Site): Promise<ReadonlyArray<Seen>> =>
  (await listAll(stage, 'Snapshot')).filter(inPhase('Running'))

/** All of them have ended, and their Jobs are gone; in the order of their names. */
export const ended = async (site: Site, names: ReadonlyArray<string>): Promise<ReadonlyArray<Seen>> => {
  const { stage } = site
  for (const name of names) await eventually(stage, 'Snapshot', name, inPhase('Succeeded', 'Failed'), PATIENCE_SECONDS)
  await waitFor(
    `the Jobs of ${names.join(', ')} to go`,
    async () =>
      (await listOf(stage, 'Job')).some(({ metadata }) => names.some((name) => metadata.name.startsWith(name)))
        ? undefined
        : true,
    { limitSeconds: PATIENCE_SECONDS, everyMs: LOOK_MS },
  )
  return (await listAll(stage, 'Snapshot')).filter(({ metadata }) => names.includes(metadata.name))
}

/** Each of them ends well, and no kopia snapshot is lost or there twice. */
export const allSucceed = async (site: Site, names: ReadonlyArray<string>): Promise<void> => {
  expect((await ended(site, names)).map(outcomeOf)).toEqual(names.map((name) => `${name} Succeeded`))
  await noneLostOrTwice(site)
}

/** The class that the mover told, or the reason that Ready gives. */
export const causeOf = (seen: Seen): string => {
  const failure = seen.status?.['failure']
  return typeof failure === 'object' && failure !== null && 'kopiaErrorClass' in failure
    ? String(failure.kopiaErrorClass)
    : (conditionOf(seen, 'Ready')?.reason ?? 'none')
}

export const outcomeOf = (seen: Seen): string =>
  `${seen.metadata.name} ${seen.status?.phase ?? 'none'}${seen.status?.phase === 'Failed' ? ` ${causeOf(seen)}` : ''}`

const tied = (row: Seen): string => `${row.metadata.uid ?? ''} ${kopiaId(row)}`

/** Holds at every moment, also while others run: what succeeded is there, no run is there twice, each is of a known run. */
export const noneLostOrTwice = async (site: Site): Promise<void> => {
  const before = (await listAll(site.stage, 'Snapshot')).filter(inPhase('Succeeded'))
  const seen = await site.observed()
  expect(seen.map(({ run, id }) => `${run ?? ''} ${id}`)).toEqual(expect.arrayContaining(before.map(tied)))
  const runs = seen.map(({ run }) => run ?? 'of no run')
  expect(runs.filter((run, index) => runs.indexOf(run) !== index)).toEqual([])
  const known = (await site.watch.past()).snapshots
  expect(runs.filter((run) => !known.has(run))).toEqual([])
  const lost = [...known.values()].filter(inPhase('Succeeded')).flatMap(({ metadata }) => metadata.uid ?? [])
  const present = new Set((await listAll(site.stage, 'Snapshot')).map(({ metadata }) => metadata.uid))
  expect(lost.filter((uid) => !present.has(uid) && !site.watch.isExpectedGone(uid))).toEqual([])
}

/** At rest: the kopia snapshots are those of the Snapshots that succeeded and those left behind by intent, one for each. */
export const exactlyThose = async ({ stage, observed }: Site, kept: ReadonlyArray<string>): Promise<void> => {
  const rows = (await listAll(stage, 'Snapshot')).filter(inPhase('Succeeded'))
  const found = (await observed()).flatMap(({ id, run }) => (kept.includes(id) ? [] : [`${run ?? ''} ${id}`]))
  expect(found.sort()).toEqual(rows.map(tied).sort())
}

/**
 * Everything can still be deleted, and takes its data along, also what a run saved that failed behind it; what a deleted
 * policy left behind stays.
 */
export const deletable = async (site: Site): Promise<void> => {
  const { stage } = site
  const rows = await listAll(stage, 'Snapshot')
  const failed = rows.filter(inPhase('Failed')).map(({ metadata }) => metadata.uid)
  const runs = rows.map(({ metadata }) => metadata.uid)
  const seen = await site.observed()
  const leftBehind = seen.flatMap(({ id, run }) => (runs.includes(run) ? [] : [id]))
  const savedAllTheSame = seen.flatMap(({ id, run }) => (failed.includes(run) ? [id] : []))
  await exactlyThose(site, [...leftBehind, ...savedAllTheSame])
  for (const { metadata } of rows) await remove(stage, 'Snapshot', metadata.name)
  for (const { metadata } of rows) await gone(stage, 'Snapshot', metadata.name, PATIENCE_SECONDS)
  expect((await site.observed()).map(({ id }) => id).sort()).toEqual([...leftBehind].sort())
}
