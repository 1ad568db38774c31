import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NEXT_VERSION } from '../images'
import { untilAdmitted } from '../install'
import { openShell, type Shell } from '../shell'
import { writeFiles } from '../stage/files'
import { folderRepository, PASSWORD, policy, secret, snapshot, together } from '../stage/manifests'
import { observe } from '../stage/observer'
import { eventually, inPhase, kopiaId, look, refOf } from '../stage/see'
import type { Stage } from '../stage/stage'
import { waitFor } from '../wait'
import type { World } from '../world'
import type { InstallationScenario } from './scenario'

const [INSTALL, UPGRADE, UNINSTALL] = ['install', 'upgrade', 'uninstall'].map((page) => `docs/how-to/${page}.md`) as [
  string,
  string,
  string,
]
const PRODUCT = ['crds', 'composite-controllers', 'decorator-controllers', 'manifests']
const SLOW_BYTES = 400 * 1024 * 1024
const CHUNK = 16 * 1024 * 1024

const withShell = async (world: World, use: (shell: Shell) => Promise<void>): Promise<void> => {
  const shell = openShell(world.cluster)
  try {
    await use(shell)
  } finally {
    shell.close()
  }
}

/** What a checkout of the next release would hold. */
const nextCheckout = (): string => {
  const checkout = mkdtempSync(join(tmpdir(), 'kopiur-next-'))
  PRODUCT.forEach((folder) => cpSync(folder, join(checkout, folder), { recursive: true }))
  const file = join(checkout, 'manifests/base/deployment.yaml')
  const next = readFileSync(file, 'utf8').replace(
    /(kopiur-metacontroller-(?:hooks|mover)):[\w.-]+/g,
    `$1:${NEXT_VERSION}`,
  )
  writeFileSync(file, next)
  return checkout
}

/** Enough bytes that kopia cannot have seen before to keep a mover busy for some seconds. */
const writeMuch = (folder: string): void =>
  Array.from({ length: SLOW_BYTES / CHUNK }, (_unused, index) => index).forEach((index) =>
    writeFileSync(join(folder, `random-${index}`), randomBytes(CHUNK)),
  )

const imagesOf = async ({ kubectl }: World): Promise<ReadonlySet<string>> => {
  const pods = await kubectl.list<{
    metadata: { deletionTimestamp?: string }
    spec: { containers: ReadonlyArray<{ image: string }> }
  }>('pods', 'kopiur-system', 'app.kubernetes.io/name=kopiur-hooks')
  const living = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
  return new Set(living.flatMap(({ spec }) => spec.containers.map(({ image }) => image)))
}

const ground = async (stage: Stage): Promise<{ readonly store: string; readonly data: string }> => {
  const [data, store] = [await stage.volume('data'), await stage.volume('store')]
  writeFiles(data.folder, 30)
  await stage.apply(together(secret(), folderRepository('store'), policy('data')))
  await eventually(stage, 'Repository', 'store', inPhase('Ready'))
  return { store: store.folder, data: data.folder }
}

const succeeds = async (stage: Stage, name: string): Promise<string> => {
  await stage.apply(snapshot(name))
  return kopiaId(await eventually(stage, 'Snapshot', name, inPhase('Succeeded')))
}

const idsIn = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await observe({ folder }, PASSWORD)).map(({ id }) => id).sort()

/** Kinds and objects of the product that are left in the cluster; namespaces and what users made do not count. */
const leftovers = async ({ kubectl }: World): Promise<ReadonlyArray<string>> => {
  const clusterWide = 'crd,clusterrole,clusterrolebinding,validatingwebhookconfiguration,validatingadmissionpolicy'
  const labelled = await kubectl.run(['get', clusterWide, '-l', 'app.kubernetes.io/part-of=kopiur', '-o', 'name'])
  const movers = ['get', 'sa,rolebinding', '-A', '-l', 'app.kubernetes.io/managed-by=kopiur', '-o', 'name']
  const inSystem = ['-n', 'kopiur-system', 'get', 'deploy,svc,pdb,netpol,role,rolebinding,secret', '-o', 'name']
  const system = (await kubectl.run(inSystem)).split('\n').filter((name) => name.includes('kopiur'))
  return [...labelled.split('\n'), ...(await kubectl.run(movers)).split('\n'), ...system].filter((name) => name !== '')
}

export const life: ReadonlyArray<InstallationScenario> = [
  {
    name: 'an upgrade in place does not disturb a running backup',
    only: 'metacontroller',
    limitSeconds: 420,
    play: (world, stage) =>
      withShell(world, async (shell) => {
        const { store, data } = await ground(stage)
        writeMuch(data)
        await stage.apply(snapshot('first'))
        await eventually(stage, 'Snapshot', 'first', inPhase('Running'))
        const checkout = nextCheckout()
        try {
          await shell.follow(UPGRADE, { checkout })
        } finally {
          rmSync(checkout, { recursive: true, force: true })
        }
        expect([...(await imagesOf(world))]).toEqual([expect.stringContaining(`-hooks:${NEXT_VERSION}`)])
        const first = await eventually(stage, 'Snapshot', 'first', inPhase('Succeeded'))
        expect(first.status?.['job']).toMatchObject({ name: 'first', attempts: 1 })
        const second = await succeeds(stage, 'second')
        expect(await idsIn(store)).toEqual([kopiaId(first), second].sort())
        await shell.follow(UPGRADE)
        await untilAdmitted(world.kubectl)
      }),
  },
  {
    name: 'an uninstall strands no finalizer and leaves every backup readable; a new install takes them up again',
    only: 'metacontroller',
    limitSeconds: 600,
    play: (world, stage) =>
      withShell(world, async (shell) => {
        const { kubectl } = world
        const { store } = await ground(stage)
        const first = await succeeds(stage, 'first')
        await shell.follow(UNINSTALL, { headings: /^[1-4]\./ })
        expect(await idsIn(store)).toEqual([first])
        expect((await kubectl.get<object>('snapshot', 'first', stage.namespace)) as object).toMatchObject({
          status: { phase: 'Succeeded' },
        })
        await shell.follow(INSTALL)
        await untilAdmitted(kubectl)
        const second = await succeeds(stage, 'second')
        expect(await idsIn(store)).toEqual([first, second].sort())
        await shell.follow(UNINSTALL)
        expect(await leftovers(world)).toEqual([])
        expect(await idsIn(store)).toEqual([first, second].sort())
        await shell.follow(INSTALL)
        await untilAdmitted(kubectl)
        await stage.apply(together(folderRepository('store'), policy('data')))
        await waitFor('the repository to be connected again', async () => {
          const seen = await look(stage.kube, refOf(stage, 'Repository', 'store'))
          return seen?.status?.phase === 'Ready' ? true : undefined
        })
        expect((await idsIn(store)).length).toBe(2)
      }),
  },
]
