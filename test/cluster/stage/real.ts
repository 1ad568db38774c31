import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { KubeConfig } from '@kubernetes/client-node'
import type { KubeClient } from '../../../api/kubernetes/client'
import { kubeConfigConnection } from '../../../hooks/shell/kube/connection'
import { restClient } from '../../../hooks/shell/kube/rest-client'
import { OPERATOR_NAMESPACE } from '../install'
import { waitFor } from '../wait'
import type { World } from '../world'
import { startObjectStore } from './object-store'
import { mountSmall, type Mounted } from './small-volume'
import type { Faults, Stage, Volume } from './stage'
import { startWebDav } from './web-dav'

export const clientOf = async (world: World): Promise<KubeClient> => {
  const config = new KubeConfig()
  config.loadFromFile(world.cluster.kubeconfig)
  return restClient(await kubeConfigConnection(config))
}

const claim = (name: string, namespace: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  storageClassName: immediate
  accessModes: [ReadWriteMany]
  resources: { requests: { storage: 1Gi } }
`

interface Claim {
  readonly spec: { readonly volumeName?: string }
  readonly status?: { readonly phase?: string }
}
interface PersistentVolume {
  readonly spec: { readonly csi?: { readonly volumeHandle: string } }
}

/** The handle of the volume that a claim is bound to. */
const handleOf = async ({ kubectl }: World, namespace: string, name: string): Promise<string> => {
  const volumeName = await waitFor(`claim ${name} to be bound`, async () => {
    const found = await kubectl.get<Claim>('pvc', name, namespace)
    return found.status?.phase === 'Bound' ? found.spec.volumeName : undefined
  })
  const volume = await kubectl.get<PersistentVolume>('pv', volumeName)
  return volume.spec.csi?.volumeHandle ?? ''
}

const folderOf = async (world: World, namespace: string, name: string): Promise<string> => {
  const folder = world.cluster.volumeFolder?.(await handleOf(world, namespace, name))
  if (folder === undefined) throw new Error('this provider does not show the files of its volumes to the test')
  return folder
}

const makeVolume = async (world: World, namespace: string, name: string): Promise<Volume> => {
  await world.kubectl.apply(claim(name, namespace))
  return { claim: name, folder: await folderOf(world, namespace, name) }
}

const faultsOf = ({ kubectl, cluster, engine }: World, namespace: string): Faults => ({
  killHooks: async () => {
    await kubectl.run([
      '-n',
      OPERATOR_NAMESPACE,
      'delete',
      'pods',
      '-l',
      'app.kubernetes.io/name=kopiur-hooks',
      '--force',
      '--grace-period=0',
      '--wait=false',
    ])
  },
  killEngine: engine.kill,
  stopApiServer: async (seconds) => {
    await cluster.freezeApiServer()
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    await cluster.thawApiServer()
  },
  killPods: async (job) => {
    await kubectl.run([
      '-n',
      namespace,
      'delete',
      'pods',
      '-l',
      `batch.kubernetes.io/job-name=${job}`,
      '--force',
      '--grace-period=0',
      '--wait=false',
    ])
  },
})

/** A namespace under the restricted Pod Security Standard in a real cluster; taken down after the scenario. */
export const realStage = async (
  world: World,
  namespace: string,
): Promise<{ readonly stage: Stage; readonly close: () => Promise<void> }> => {
  const { kubectl } = world
  const labels = ['enforce', 'warn'].map((mode) => `pod-security.kubernetes.io/${mode}: restricted`).join(', ')
  await kubectl.apply(`apiVersion: v1\nkind: Namespace\nmetadata: { name: ${namespace}, labels: { ${labels} } }\n`)
  const work = mkdtempSync(join(world.cluster.scratch, 'stage-'))
  const servers: Array<{ readonly stop: () => Promise<void> }> = []
  const small: Mounted[] = []
  const { inside } = world.cluster
  const stage: Stage = {
    name: 'real',
    namespace,
    kube: await clientOf(world),
    apply: (manifests) => kubectl.apply(manifests.replaceAll('NAMESPACE', namespace)),
    volume: (name) => makeVolume(world, namespace, name),
    folderOf: (name) => folderOf(world, namespace, name),
    ...(inside === undefined
      ? {}
      : {
          smallVolume: async (name, mebibytes) => {
            const { folder } = await makeVolume(world, namespace, name)
            const mounted = await mountSmall(name, folder, { mebibytes, inside })
            small.push(mounted)
            return mounted
          },
        }),
    objectStore: async (bucket) => {
      const store = await startObjectStore(join(work, bucket), bucket, world.cluster.hostAddress)
      servers.push(store)
      return store
    },
    webDav: async (name) => {
      const server = await startWebDav(join(work, name), world.cluster.hostAddress)
      servers.push(server)
      return server
    },
    faults: faultsOf(world, namespace),
  }
  const close = async (): Promise<void> => {
    // Before its claim goes: the folder goes with the claim.
    for (const { release } of small) await release()
    await kubectl.run(['delete', 'namespace', namespace, '--wait=false', '--ignore-not-found'])
    for (const { stop } of servers) await stop()
    rmSync(work, { recursive: true, force: true })
  }
  return { stage, close }
}
