import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { untilAdmitted } from '../install'
import { writeFiles } from '../stage/files'
import { folderRepository, policy, secret, snapshot, together } from '../stage/manifests'
import { conditionOf, eventually, inPhase, type Seen } from '../stage/see'
import { waitFor } from '../wait'
import type { World } from '../world'
import type { InstallationScenario } from './scenario'

const PRODUCT = ['crds', 'composite-controllers', 'decorator-controllers', 'manifests']
const CLUSTER_OVERLAY = 'manifests/overlays/cluster'
const OVERLAY = 'manifests/overlays/namespace'

const rollout = async ({ kubectl }: World): Promise<void> => {
  await kubectl.run(['-n', 'kopiur-system', 'rollout', 'status', 'deployment/kopiur-hooks', '--timeout=180s'])
  await untilAdmitted(kubectl)
}

/** The overlay as somebody copies it for a namespace of theirs. */
const renderFor = async ({ kubectl }: World, namespace: string): Promise<string> => {
  const copy = mkdtempSync(join(tmpdir(), 'kopiur-copy-'))
  try {
    PRODUCT.forEach((folder) => cpSync(folder, join(copy, folder), { recursive: true }))
    for (const file of ['kustomization.yaml', 'rbac.yaml']) {
      const path = join(copy, OVERLAY, file)
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('team-a', namespace))
    }
    return await kubectl.run(['kustomize', join(copy, OVERLAY)])
  } finally {
    rmSync(copy, { recursive: true })
  }
}

const allowed = ({ kubectl }: World, verb: string, resource: string, namespace: string): Promise<boolean> =>
  kubectl
    .run(['auth', 'can-i', verb, resource, '-n', namespace, '--as=system:serviceaccount:kopiur-system:kopiur-hooks'])
    .then(
      () => true,
      () => false,
    )

const backToWholeCluster = async (world: World): Promise<void> => {
  const { kubectl } = world
  await kubectl.run(['delete', 'clusterrole,clusterrolebinding', 'kopiur-hooks-outside'])
  await kubectl.run(['patch', 'validatingwebhookconfiguration', 'kopiur-validating', '--type=json', '-p', UNSELECT])
  await world.engine.apply(await kubectl.run(['kustomize', CLUSTER_OVERLAY]))
  await rollout(world)
}
const UNSELECT = JSON.stringify([{ op: 'replace', path: '/webhooks/0/namespaceSelector', value: {} }])

export const oneNamespace: ReadonlyArray<InstallationScenario> = [
  {
    name: 'installed for one namespace it backs up there, and neither acts nor may act elsewhere',
    play: async (world, stage) => {
      const { kubectl } = world
      await world.engine.apply(await renderFor(world, stage.namespace))
      await kubectl.run(['delete', 'clusterrolebinding', 'kopiur-hooks'])
      try {
        await rollout(world)
        expect(await allowed(world, 'get', 'secrets', stage.namespace)).toBe(true)
        expect(await allowed(world, 'get', 'secrets', 'default')).toBe(false)
        expect(await allowed(world, 'create', 'persistentvolumeclaims', 'default')).toBe(false)
        writeFiles((await stage.volume('data')).folder, 10)
        await stage.volume('store')
        await stage.apply(together(secret(), folderRepository('store'), policy('data'), snapshot('first')))
        await eventually(stage, 'Snapshot', 'first', inPhase('Succeeded'))
        await kubectl.apply(folderRepository('store').replaceAll('NAMESPACE', 'default'))
        await waitFor('the other Repository to be out of scope', async () => {
          const seen = await kubectl.get<Seen>('repository', 'store', 'default')
          return conditionOf(seen, 'Ready')?.reason === 'OutOfScope' ? true : undefined
        })
        await kubectl.run(['-n', 'default', 'delete', 'repository', 'store'])
      } finally {
        await backToWholeCluster(world)
      }
    },
  },
]
