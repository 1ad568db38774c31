import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeFiles, emptyFolder, writeFiles } from '../stage/files'
import {
  folderRepository,
  PASSWORD,
  policy,
  s3Repository,
  s3Secret,
  schedule,
  secret,
  stagedPolicy,
  together,
} from '../stage/manifests'
import { observe, type Where } from '../stage/observer'
import { realStage } from '../stage/real'
import { eventually, inPhase } from '../stage/see'
import type { SmallVolume, Stage } from '../stage/stage'
import type { World } from '../world'
import type { Ground, Site } from './fault'
import { watchSite } from './watch'

const MIB = 1024 * 1024
/**
 * So slow that a fault finds every backup and every restore under way, whatever the machine can do; all may be deleted at once. kopia lets
 * the first six seconds of a rate pass, and asks for 20 MB before it reads a blob: slower reading would make everything slow.
 */
const SLOW = `  deletionProtection: { threshold: 0 }
  moverDefaults: { throttle: { uploadBytesPerSecond: ${2 * MIB}, downloadBytesPerSecond: ${8 * MIB} } }\n`
/** Six seconds more of upload; and small files, so that a restore has ended some while it writes others. */
const BIG_FILES = 6
const SMALL_FILES = 20
const SMALL_VOLUME_MIB = 2048

interface Repository {
  readonly manifests: ReadonlyArray<string>
  /** Where an independent kopia finds it. */
  readonly where: Where
  readonly parts: Pick<Site, 'store' | 'volume'>
}

const smallVolume = async (stage: Stage): Promise<SmallVolume> => {
  if (stage.smallVolume === undefined) throw new Error('this provider has no volumes of a given size')
  return stage.smallVolume('store', SMALL_VOLUME_MIB)
}

const repositoryOn = async (stage: Stage, ground: Ground): Promise<Repository> => {
  switch (ground) {
    case 'volume':
    case 'volume and a frozen source': {
      const { folder } = await stage.volume('store')
      return { manifests: [secret(), folderRepository('store', SLOW)], where: { folder }, parts: {} }
    }
    case 'small volume': {
      const volume = await smallVolume(stage)
      const where = { folder: volume.folder }
      return { manifests: [secret(), folderRepository('store', SLOW)], where, parts: { volume } }
    }
    case 'S3': {
      const s3 = await stage.objectStore('backups')
      const where = { s3, prefix: 'test/' }
      return { manifests: [s3Secret(s3), s3Repository(s3, SLOW)], where, parts: { store: s3 } }
    }
  }
}

const fill = (folder: string): void => {
  emptyFolder(folder)
  writeFiles(folder, SMALL_FILES, randomBytes(8).toString('hex'))
  for (let file = 0; file < BIG_FILES; file += 1)
    writeFileSync(join(folder, `big-${file}`), randomBytes(4 * MIB), { mode: 0o644 })
}

const makeSite = async (stage: Stage, ground: Ground, scheduled: boolean): Promise<Site> => {
  const data = await stage.volume('data')
  const { manifests, where, parts } = await repositoryOn(stage, ground)
  fill(data.folder)
  await stage.apply(together(...manifests, ground === 'volume and a frozen source' ? stagedPolicy() : policy('data')))
  await eventually(stage, 'Repository', 'store', inPhase('Ready'), 240)
  if (scheduled) await stage.apply(schedule('* * * * *'))
  return {
    stage,
    refill: () => fill(data.folder),
    files: () => describeFiles(data.folder),
    observed: async () =>
      (await observe(where, PASSWORD)).map(({ id, tags }) => ({ id, run: tags?.['tag:kopiur-run'] })),
    watch: watchSite(stage),
    ...parts,
  }
}

/** A Ready repository, a policy, and files to save, in a namespace of its own; taken away afterwards. */
export const withSite = async (
  world: World,
  {
    namespace,
    ground,
    scheduled,
  }: { readonly namespace: string; readonly ground: Ground; readonly scheduled: boolean },
  play: (site: Site) => Promise<void>,
): Promise<void> => {
  const { stage, close } = await realStage(world, namespace)
  let site: Site | undefined
  try {
    site = await makeSite(stage, ground, scheduled)
    await play(site)
  } finally {
    site?.watch.stop()
    await close()
  }
}
