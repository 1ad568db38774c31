import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '../../command'
import type { Cluster, ClusterOptions, ClusterProvider } from '../provider'

const NODE_IMAGE = process.env['KIND_NODE_IMAGE'] ?? 'kindest/node:v1.34.4'
const CONFIG = join(process.cwd(), 'test/cluster/provider/kind/cluster.yaml')

const clusterName = (number: number): string => `kopiur${number}`
const scratch = (number: number): string => join(tmpdir(), `scratch-${clusterName(number)}`)
const kubeconfigFile = (number: number): string => join(tmpdir(), `kubeconfig-${clusterName(number)}`)
const node = (number: number): string => `${clusterName(number)}-control-plane`

const signalApiServer = (number: number, signal: string) => async (): Promise<void> => {
  await command('docker', ['exec', node(number), 'pkill', `-${signal}`, 'kube-apiserver'])
}

const gateway = async (): Promise<string> =>
  (await command('docker', ['network', 'inspect', 'kind', '-f', '{{range .IPAM.Config}}{{.Gateway}} {{end}}']))
    .split(' ')
    .find((address) => /^\d+\.\d+\.\d+\.\d+$/.test(address)) ?? '172.18.0.1'

const describe = async (number: number): Promise<Cluster> => ({
  number,
  kubeconfig: kubeconfigFile(number),
  kubectl: 'kubectl',
  hostAddress: await gateway(),
  scratch: scratch(number),
  freezeApiServer: signalApiServer(number, 'STOP'),
  thawApiServer: signalApiServer(number, 'CONT'),
})

const isUp = async (number: number): Promise<boolean> =>
  (await command('kind', ['get', 'clusters'])).split('\n').includes(clusterName(number))

const up = async ({ number, images }: ClusterOptions): Promise<Cluster> => {
  const file = kubeconfigFile(number)
  mkdirSync(scratch(number), { recursive: true })
  if (await isUp(number))
    writeFileSync(file, await command('kind', ['get', 'kubeconfig', '--name', clusterName(number)]))
  else {
    const wait = ['--wait', '180s', '--image', NODE_IMAGE]
    await command('kind', [
      'create',
      'cluster',
      '--name',
      clusterName(number),
      '--config',
      CONFIG,
      '--kubeconfig',
      file,
      ...wait,
    ])
  }
  for (const image of images)
    await command('kind', ['load', 'image-archive', image.file, '--name', clusterName(number)])
  return describe(number)
}

/** A one-node cluster in a container; where a Docker engine and the `kind` program are at hand. */
export const kind: ClusterProvider = {
  name: 'kind',
  check: async () => {
    await command('kind', ['version'])
    await command('docker', ['version'])
  },
  up,
  user: () => undefined,
  down: async (number) => {
    await command('kind', ['delete', 'cluster', '--name', clusterName(number)])
    ;[kubeconfigFile(number), scratch(number)].forEach((path) => rmSync(path, { recursive: true, force: true }))
  },
}
