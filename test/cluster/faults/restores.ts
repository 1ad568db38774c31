import { restore } from '../stage/manifests'
import { describeFiles } from '../stage/files'
import { eventually, gone, inPhase, look, refOf, remove, type Seen } from '../stage/see'
import { waitFor } from '../wait'
import type { Files, OwnFault, Site } from './fault'
import { allSucceed, listOf, noneLostOrTwice, PATIENCE_SECONDS, startRuns } from './oracles'

const SAVED = 'run-0-0'
const SOURCE = `{ snapshotRef: { name: ${SAVED} } }`

/** One Snapshot that is restored again and again, and the files it is of. */
export const saved = async (site: Site): Promise<Files> => {
  const started = await startRuns(site, 0)
  const files = site.files()
  await allSucceed(site, started)
  return files
}

/** A Restore into a claim that it makes. */
export const beginRestore = async ({ stage }: Site, name: string, more = ''): Promise<void> => {
  const target = `{ pvc: { name: ${name}, capacity: 1Gi, storageClassName: immediate } }`
  await stage.apply(restore(name, SOURCE, target, more))
  await eventually(stage, 'Restore', name, inPhase('Restoring', 'Completed'), PATIENCE_SECONDS)
}

/** All files are there, byte by byte. */
export const restoreCompletes = async (site: Site, name: string, files: Files, claim = name): Promise<void> => {
  const end = await eventually(site.stage, 'Restore', name, inPhase('Completed', 'Failed'), PATIENCE_SECONDS)
  expect(`${end.status?.phase} ${JSON.stringify(end.status?.['failure'] ?? {})}`).toBe('Completed {}')
  expect(describeFiles(await site.stage.folderOf(claim))).toEqual(files)
}

type Propagation = 'Foreground' | 'Background'

const deleteRestore = async ({ stage }: Site, name: string, propagation: Propagation): Promise<void> => {
  await remove(stage, 'Restore', name, propagation)
  await gone(stage, 'Restore', name, PATIENCE_SECONDS)
}

const claimStands = async ({ stage }: Site, name: string): Promise<void> => {
  const claim = await look(stage.kube, refOf(stage, 'PersistentVolumeClaim', name))
  expect(claim?.metadata.deletionTimestamp).toBeUndefined()
  expect(claim?.metadata.ownerReferences ?? []).toEqual([])
  expect(claim?.status?.phase).toBe('Bound')
}

const once = <A>(make: (site: Site) => Promise<A>): ((site: Site) => Promise<A>) => {
  const made = new WeakMap<Site, Promise<A>>()
  return (site) => {
    const found = made.get(site) ?? make(site)
    made.set(site, found)
    return found
  }
}
const savedOnce = once(saved)

/** What was restored stays as it is, and the claim, too. */
const deletedAfter: OwnFault = {
  name: 'a Restore is deleted in foreground after it has written',
  ground: 'volume',
  scheduled: false,
  round: async (site, round) => {
    const files = await savedOnce(site)
    const name = `back-${round}`
    await beginRestore(site, name)
    await restoreCompletes(site, name, files)
    await deleteRestore(site, name, 'Foreground')
    await claimStands(site, name)
    expect(describeFiles(await site.stage.folderOf(name))).toEqual(files)
    await noneLostOrTwice(site)
  },
}

const writing = async (site: Site, name: string): Promise<string> => {
  const folder = await site.stage.folderOf(name)
  await waitFor(
    `the mover of ${name} to write`,
    async () => (Object.values(describeFiles(folder)).some((fact) => fact.startsWith('file')) ? true : undefined),
    { limitSeconds: PATIENCE_SECONDS, everyMs: 50 },
  )
  return folder
}

/** Nobody writes any more, the claim stands, and it is told that it holds a part. */
const isBrokenOff = async (site: Site, name: string): Promise<void> => {
  const { stage } = site
  const pods: ReadonlyArray<Seen> = (await listOf(stage, 'Pod')).filter(({ metadata }) =>
    metadata.name.startsWith(`${name}-`),
  )
  expect(pods.filter((pod) => !inPhase('Succeeded', 'Failed')(pod))).toEqual([])
  await claimStands(site, name)
  const told = (await listOf(stage, 'Event')).filter((one) => one['reason'] === 'RestoreBrokenOff')
  expect(told.filter((one) => JSON.stringify(one).includes(`claim ${name} is kept`))).toHaveLength(1)
}

const ATTEMPTS = 10
/** One file after the other takes a while. */
const SLOWLY = '  options: { parallel: 1 }\n'

/** Deletes a Restore that has written a part. One that was quicker than this busy machine is followed by another. */
const breakOff = async (site: Site, files: Files, round: number): Promise<string> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const name = `back-${round}-${attempt}`
    await beginRestore(site, name, SLOWLY)
    const folder = await writing(site, name)
    await deleteRestore(site, name, round % 2 === 0 ? 'Background' : 'Foreground')
    const part = describeFiles(folder)
    expect(Object.keys(files)).toEqual(expect.arrayContaining(Object.keys(part)))
    if (Object.entries(files).some(([path, fact]) => part[path] !== fact)) {
      await isBrokenOff(site, name)
      expect(describeFiles(folder)).toEqual(part)
      return name
    }
  }
  throw new Error('no restore was found writing')
}

/** The same snapshot then comes back whole into the claim that holds a part. */
const deletedWhile: OwnFault = {
  name: 'a Restore is deleted in foreground and in background while it writes',
  ground: 'volume',
  scheduled: false,
  round: async (site, round) => {
    const files = await savedOnce(site)
    const name = await breakOff(site, files, round)
    await noneLostOrTwice(site)
    await site.stage.apply(restore(`${name}-again`, SOURCE, `{ pvcRef: { name: ${name} } }`))
    await restoreCompletes(site, `${name}-again`, files, name)
  },
}

export const restoresDeleted: ReadonlyArray<OwnFault> = [deletedWhile, deletedAfter]
