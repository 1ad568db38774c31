import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { untilAdmitted } from '../install'
import { rendered } from '../rendered'
import { folderRepository, secret, together } from '../stage/manifests'
import { eventually, gone, inPhase, remove } from '../stage/see'
import { waitFor } from '../wait'
import type { World } from '../world'
import { installWith } from './manifests'
import type { InstallationScenario } from './scenario'
import { rollOut } from './trust'

const SYSTEM = 'kopiur-system'
const TOKEN = 'kopiur-hook-token'
/** The API server passes the call on to a pod, without any token. */
const SYNC = `/api/v1/namespaces/${SYSTEM}/services/https:kopiur-hooks:443/proxy/v2/snapshot/sync`

/** What somebody hears who calls a hook himself: `kubectl` says it on its error output. */
const callByHand = async ({ kubectl }: World): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'kopiur-call-'))
  writeFileSync(join(folder, 'body.json'), '{}')
  try {
    return await kubectl.run(['create', '--raw', SYNC, '-f', join(folder, 'body.json')])
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const UNAUTHORIZED = /unauthorized|logged in|no token/i

const withoutToken = async (world: World): Promise<void> => {
  await world.engine.apply(await rendered(world.kubectl, []))
  await rollOut(world)
  await world.kubectl.run(['-n', SYSTEM, 'delete', 'secret', TOKEN])
  await world.kubectl.run(['delete', 'clusterrole,clusterrolebinding', 'kopiur-metacontroller-hook-token'])
}

export const hookToken: ReadonlyArray<InstallationScenario> = [
  {
    name: 'with a hook token Metacontroller is served, and nobody else',
    only: 'metacontroller',
    limitSeconds: 600,
    play: async (world, stage) => {
      expect(await callByHand(world)).not.toMatch(UNAUTHORIZED)
      const token = `--from-literal=token=${randomBytes(32).toString('hex')}`
      await world.kubectl.run(['-n', SYSTEM, 'create', 'secret', 'generic', TOKEN, token])
      try {
        await installWith(world, 'hook-token')
        await rollOut(world)
        await waitFor('a call without a token to be refused', async () =>
          UNAUTHORIZED.test(await callByHand(world)) ? true : undefined,
        )
        await untilAdmitted(world.kubectl)
        await stage.volume('store')
        await stage.apply(together(secret(), folderRepository('store')))
        await eventually(stage, 'Repository', 'store', inPhase('Ready'))
        await remove(stage, 'Repository', 'store')
        await gone(stage, 'Repository', 'store')
      } finally {
        await withoutToken(world)
      }
    },
  },
]
