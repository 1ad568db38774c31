import { join } from 'node:path'
import { command } from './command'
import { chosenEngine } from './engine'
import type { Engine, RunningEngine } from './engine/engine'
import { ensureImages } from './images'
import { install } from './install'
import { kubectlOf, type Kubectl } from './kubectl'
import { withLock } from './lock'
import { ensurePrograms } from './programs'
import { chosenProvider } from './provider'
import { HOME } from './provider/local/layout'
import type { Cluster, ImageArchive } from './provider/provider'

export interface World {
  readonly cluster: Cluster
  readonly kubectl: Kubectl
  readonly engine: RunningEngine & { readonly name: Engine['name'] }
}

export interface WorldOptions {
  readonly number: number
  readonly auditLog?: string
  /** What asks the hooks; chosen by `ENGINE` when absent. */
  readonly engine?: Engine
  /** With the component csi-snapshots, where the cluster has what it needs. */
  readonly volumeSnapshots?: boolean
  readonly say: (line: string) => void
}

/** kopia as it goes into the mover image: the pinned release, stripped. */
const shippedKopia = async (): Promise<string> =>
  (await command(process.execPath, ['scripts/go-tool.mjs', 'kopia', '--pinned'], { timeoutSeconds: 1800 })).trim()

/** Builds what a cluster of this machine consists of, once: from nothing about 13 minutes of two cores. Gives the images. */
export const buildWorld = async (engine: Engine, say: (line: string) => void): Promise<ReadonlyArray<ImageArchive>> => {
  const provider = chosenProvider()
  await provider.check()
  return withLock(join(HOME, 'build.lock'), async () => {
    await command('npm', ['run', '--silent', 'build'])
    if (provider.name === 'local') await ensurePrograms(say)
    return [...(await ensureImages(await shippedKopia())), ...(await engine.images())]
  })
}

/** A cluster with Metacontroller (or its double) and the product installed. */
export const startWorld = async ({
  number,
  auditLog,
  engine = chosenEngine(),
  volumeSnapshots = false,
  say,
}: WorldOptions): Promise<World> => {
  const images = await buildWorld(engine, say)
  const provider = chosenProvider()
  say(`starting the ${provider.name} cluster`)
  const cluster = await provider.up({ number, images, ...(auditLog === undefined ? {} : { auditLog }) })
  say(`starting ${engine.name}`)
  const running = await engine.start(cluster)
  say('installing the product')
  await install(cluster, running, volumeSnapshots && cluster.volumeSnapshots === true ? ['csi-snapshots'] : [])
  return { cluster, kubectl: kubectlOf(cluster), engine: { ...running, name: engine.name } }
}

export const stopWorld = (number: number): Promise<void> => chosenProvider().down(number)
