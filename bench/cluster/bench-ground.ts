import { mkdirSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Stage } from '../../test/cluster/stage/stage'
import { folderRepository, policy, secret, together } from '../../test/cluster/stage/manifests'
import { eventually, inPhase } from '../../test/cluster/stage/see'

const FILE_BYTES = 4096

/** A Ready repository on a volume, and policies `p-0` … with a claim of so many files each. */
export const makeGround = async (stage: Stage, policies: number, files: number): Promise<void> => {
  await stage.volume('store')
  await stage.apply(together(secret(), folderRepository('store')))
  for (let index = 0; index < policies; index += 1) {
    const { folder } = await stage.volume(`src-${index}`)
    mkdirSync(folder, { recursive: true })
    for (let file = 0; file < files; file += 1)
      writeFileSync(join(folder, `file-${file}`), randomBytes(FILE_BYTES), { mode: 0o644 })
    await stage.apply(policy(`src-${index}`, '  retention: { keepLatest: 5000 }\n', `p-${index}`))
  }
  await eventually(stage, 'Repository', 'store', inPhase('Ready'))
}
