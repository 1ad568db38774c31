import { homedir } from 'node:os'
import { join } from 'node:path'

const cache = process.env['KOPIUR_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'kopiur')

/** Everything of local clusters that outlives one run: programs, images, certificates. */
export const HOME = join(cache, 'cluster')
export const BIN = join(HOME, 'bin')

/** Folders, addresses and names of one local cluster. */
export const layout = (number: number) => {
  const run = join(HOME, `run${number}`)
  return {
    number,
    run,
    logs: join(run, 'log'),
    conf: join(run, 'conf'),
    scratch: join(run, 'scratch'),
    pki: join(HOME, `pki${number}`),
    kubeconfig: join(HOME, `kubeconfig${number}`),
    nodeName: 'node1',
    hostLink: `kopiur${number}h`,
    nodeLink: `kopiur${number}n`,
    hostAddress: `10.199.${number}.1`,
    nodeAddress: `10.199.${number}.2`,
    podRange: `10.244.${number}.0/24`,
    serviceRange: `10.${96 + number}.0.0/16`,
    apiServiceAddress: `10.${96 + number}.0.1`,
    dnsAddress: `10.${96 + number}.0.10`,
    cgroup: `/kopiur${number}`,
    csiDriver: 'csi.kopiur.test',
    volumes: join(run, 'csi', 'vol'),
  } as const
}
export type Layout = ReturnType<typeof layout>
