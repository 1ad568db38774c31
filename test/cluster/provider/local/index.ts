import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster, ClusterProvider } from '../provider'
import { down } from './down'
import { runningInit } from './init'
import { BIN, layout, type Layout } from './layout'
import { preflight } from './preflight'
import { up } from './up'
import { userOf } from './user'

const signalApiServer = (place: Layout, signal: NodeJS.Signals) => async (): Promise<void> => {
  // The recorded pid is the one inside the namespace; its process is found by what it runs.
  const { command } = await import('../../command')
  const init = readFileSync(join(place.run, 'pid.init'), 'utf8').trim()
  const pid = readFileSync(join(place.run, 'pid.apiserver'), 'utf8').trim()
  await command('nsenter', ['-t', init, '-p', '-m', 'kill', `-${signal.slice(3)}`, pid])
}

const insideOf = (place: Layout) => {
  const init = String(runningInit(place))
  // umount looks into /proc of this mount namespace, where only a process of its process namespace finds itself.
  return { command: ['nsenter', '-t', init, '-m', '-p'], root: `/proc/${init}/root` }
}

const cluster = (place: Layout): Cluster => ({
  number: place.number,
  kubeconfig: place.kubeconfig,
  kubectl: join(BIN, 'kubectl'),
  hostAddress: place.hostAddress,
  scratch: place.scratch,
  volumeFolder: (handle) => join(place.volumes, handle),
  volumeSnapshots: true,
  inside: insideOf(place),
  freezeApiServer: signalApiServer(place, 'SIGSTOP'),
  thawApiServer: signalApiServer(place, 'SIGCONT'),
})

/** A one-node Kubernetes in namespaces of this machine: no Docker, no registry, nothing left behind. Needs root. */
export const local: ClusterProvider = {
  name: 'local',
  check: preflight,
  up: async (options) => {
    const place = layout(options.number)
    await up(place, options)
    return cluster(place)
  },
  user: (number) => userOf(layout(number)),
  down: (number) => down(layout(number)),
}
