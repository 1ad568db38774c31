import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../../command'
import { waitFor } from '../../wait'
import type { ClusterOptions } from '../provider'
import { ensureCertificates } from './certificates'
import { writeConfiguration } from './configuration'
import { down } from './down'
import { containerdRoot } from './golden'
import { networkOf, runningInit } from './init'
import { BIN, HOME, type Layout } from './layout'
import { recordUser } from './user'

const NODE_SCRIPT = join(process.cwd(), 'test/cluster/provider/local/node.sh')

const auditFlags = (place: Layout, log: string | undefined): string => {
  if (log === undefined) return ''
  const policy = join(place.conf, 'audit-policy.yaml')
  return `--audit-policy-file=${policy} --audit-log-path=${log} --audit-log-maxsize=4000 --audit-log-mode=blocking`
}

const settings = (place: Layout, options: ClusterOptions): string =>
  Object.entries({
    BIN,
    RUN: place.run,
    LOGS: place.logs,
    CONF: place.conf,
    PKI: place.pki,
    CRDS: join(HOME, 'crd'),
    NODE_NAME: place.nodeName,
    NODE_LINK: place.nodeLink,
    NODE_ADDRESS: place.nodeAddress,
    HOST_ADDRESS: place.hostAddress,
    SERVICE_RANGE: place.serviceRange,
    CGROUP: place.cgroup,
    CSI_DRIVER: place.csiDriver,
    AUDIT_FLAGS: auditFlags(place, options.auditLog),
  })
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('')

const ISOLATION = ['--mount', '--net', '--pid', '--uts', '--fork', '--kill-child=SIGKILL', '--mount-proc']

const startNode = async (place: Layout): Promise<number> => {
  const log = openSync(join(place.logs, 'node.log'), 'a')
  const child = spawn('unshare', [...ISOLATION, 'bash', NODE_SCRIPT, join(place.run, 'settings')], {
    stdio: ['ignore', log, log],
    detached: true,
  })
  child.unref()
  const outer = child.pid ?? 0
  writeFileSync(join(place.run, 'pid.outer'), String(outer))
  const own = networkOf(process.pid)
  return waitFor('the cluster’s network namespace', async () => {
    const inner = Number(readFileSync(`/proc/${outer}/task/${outer}/children`, 'utf8').trim().split(' ')[0])
    const found = inner > 0 ? networkOf(inner) : undefined
    return found !== undefined && found !== own ? inner : undefined
  })
}

const connect = async (place: Layout, init: number): Promise<void> => {
  // The link of a killed cluster goes with its namespace, a moment later.
  await waitFor('the old link to go', async () => {
    await command('ip', ['link', 'del', place.hostLink]).catch(() => undefined)
    const gone = await command('ip', ['link', 'show', place.hostLink]).then(
      () => false,
      () => true,
    )
    return gone ? true : undefined
  })
  await command('ip', [
    'link',
    'add',
    place.hostLink,
    'type',
    'veth',
    'peer',
    'name',
    place.nodeLink,
    'netns',
    String(init),
  ])
  await command('ip', ['addr', 'add', `${place.hostAddress}/30`, 'dev', place.hostLink])
  await command('ip', ['link', 'set', place.hostLink, 'up'])
  for (const range of [place.podRange, place.serviceRange])
    await command('ip', ['route', 'add', range, 'via', place.nodeAddress])
}

const isReady = (text: string): true | undefined => {
  const conditions: ReadonlyArray<{ type: string; status: string }> = JSON.parse(text).status?.conditions ?? []
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True') ? true : undefined
}

const waitUntilUsable = async (place: Layout): Promise<void> => {
  const raw = (path: string) => command(join(BIN, 'kubectl'), ['--kubeconfig', place.kubeconfig, 'get', '--raw', path])
  const patience = { limitSeconds: 120 }
  await waitFor(
    'the cluster to start',
    async () => (existsSync(join(place.run, 'started')) ? true : undefined),
    patience,
  )
  await waitFor('a ready node', async () => isReady(await raw(`/api/v1/nodes/${place.nodeName}`)), patience)
  await waitFor(
    'the default ServiceAccount',
    async () => (await raw('/api/v1/namespaces/default/serviceaccounts/default'), true),
    patience,
  )
  await waitFor(
    'the CSI driver on the node',
    async () =>
      (await raw(`/apis/storage.k8s.io/v1/csinodes/${place.nodeName}`)).includes(place.csiDriver) ? true : undefined,
    patience,
  )
}

/** Starts the cluster's namespaces and waits until pods, volumes and names work. */
export const up = async (place: Layout, options: ClusterOptions): Promise<void> => {
  const complete = join(place.run, 'complete')
  if (runningInit(place) !== undefined && existsSync(complete)) return
  // What a harness left that was killed half-way is of no use.
  await down(place)
  ;['/var/lib/kubelet', '/var/lib/cni'].forEach((folder) => mkdirSync(folder, { recursive: true }))
  mkdirSync(place.scratch, { recursive: true })
  recordUser(place)
  mkdirSync(place.logs, { recursive: true })
  await ensureCertificates(place)
  writeConfiguration(place)
  await containerdRoot(options.images, join(place.run, 'containerd'))
  writeFileSync(join(place.run, 'settings'), settings(place, options))
  writeFileSync(place.kubeconfig, readFileSync(join(place.pki, 'admin.kubeconfig')), { mode: 0o600 })
  const init = await startNode(place)
  writeFileSync(join(place.run, 'pid.init'), String(init))
  await connect(place, init)
  await waitUntilUsable(place)
  writeFileSync(complete, '')
}
