import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from '../stage/files'
import { folderRepository, PASSWORD, policy, s3Repository, s3Secret, secret, together } from '../stage/manifests'
import { observe, type Where } from '../stage/observer'
import { eventually, inPhase } from '../stage/see'
import type { Stage } from '../stage/stage'
import type { World } from '../world'
import type { Site } from './fault'

const MIB = 1024 * 1024
/** So slow that a fault finds every backup under way, whatever the machine can do; all may be deleted at once. */
const SLOW = `  deletionProtection: { threshold: 0 }
  moverDefaults: { throttle: { uploadBytesPerSecond: ${4 * MIB}, downloadBytesPerSecond: ${4 * MIB} } }\n`
const FILES = 6

/** The repository and where an independent kopia finds it. */
const repositoryOn = async (stage: Stage, onS3: boolean) => {
  if (!onS3) {
    const { folder } = await stage.volume('store')
    return { manifests: [secret(), folderRepository('store', SLOW)], where: { folder } satisfies Where }
  }
  const s3 = await stage.objectStore('backups')
  return {
    manifests: [s3Secret(s3), s3Repository(s3, SLOW)],
    where: { s3, prefix: 'test/' } satisfies Where,
    store: s3,
  }
}

/** A Ready repository, a policy, and files that take about six seconds to save. */
export const makeSite = async (world: World, stage: Stage, onS3: boolean): Promise<Site> => {
  const data = await stage.volume('data')
  const { manifests, where, store } = await repositoryOn(stage, onS3)
  const refill = (): void => {
    emptyFolder(data.folder)
    for (let file = 0; file < FILES; file += 1)
      writeFileSync(join(data.folder, `file-${file}`), randomBytes(4 * MIB), { mode: 0o644 })
  }
  refill()
  await stage.apply(together(...manifests, policy('data')))
  await eventually(stage, 'Repository', 'store', inPhase('Ready'), 240)
  return {
    world,
    stage,
    refill,
    observed: async () =>
      (await observe(where, PASSWORD)).map(({ id, tags }) => ({ id, run: tags?.['tag:kopiur-run'] })),
    ...(store === undefined ? {} : { store }),
  }
}
