import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parseAllDocuments, stringify } from 'yaml'
import { kubeObject, type KubeObject } from '../../../api/kubernetes/object'
import { realClock } from '../../../embedded/clock/real-clock'
import { Metacontroller } from '../../../embedded/metacontroller/metacontroller'
import type { HookRecord } from '../../../embedded/metacontroller/trace'
import { systemRandom } from '../../../embedded/random/system-random'
import type { Connection } from '../../../hooks/shell/kube/connection'
import { restClient } from '../../../hooks/shell/kube/rest-client'
import { kubectlOf, type Kubectl } from '../kubectl'
import type { Cluster } from '../provider/provider'
import { tokenConnection } from '../token-client'
import type { Engine, RunningEngine } from './engine'
import { serverDiscovery } from './server-discovery'
import { serviceHooks } from './service-hooks'

const OVERLAY = join(process.cwd(), 'manifests/metacontroller')
const NAMESPACE = 'metacontroller'
const KINDS = 'metacontroller.k8s.io/'
/** As the flags in manifests/metacontroller have it. */
const WORKERS = 20
const RESYNC_MS = 30 * 60_000
const REVIVE_MS = 500
const LOGGED_CALLS = 5_000

const objectsOf = (manifests: string): ReadonlyArray<KubeObject> =>
  parseAllDocuments(manifests)
    .map((document): unknown => document.toJS())
    .filter(kubeObject.is)

const textOf = (objects: ReadonlyArray<KubeObject>): string => objects.map((object) => stringify(object)).join('---\n')

/** A controller object as an API server would give it back. */
const stored = (controller: KubeObject): KubeObject => ({
  ...controller,
  metadata: { ...controller.metadata, uid: randomUUID(), resourceVersion: '1', generation: 1 },
})

/** The identity and rights that the real one has. */
const connectAsMetacontroller = async (cluster: Cluster, kubectl: Kubectl): Promise<Connection> => {
  const overlay = objectsOf(await kubectl.run(['kustomize', OVERLAY]))
  await kubectl.apply(textOf(overlay.filter(({ kind }) => kind !== 'Deployment')))
  const token = (await kubectl.run(['-n', NAMESPACE, 'create', 'token', 'metacontroller', '--duration=24h'])).trim()
  return tokenConnection(cluster, token)
}

const lineOf = ({ at, path, body, answer, failure }: HookRecord): string => {
  const parent =
    typeof body === 'object' && body !== null
      ? 'parent' in body
        ? body.parent
        : Reflect.get(body, 'object')
      : undefined
  const metadata = kubeObject.is(parent) ? parent.metadata : undefined
  const outcome = failure ?? `${answer?.status} ${String(answer?.body).slice(0, 2_000)}`
  return `${new Date(at).toISOString()} ${path} ${metadata?.namespace ?? ''}/${metadata?.name ?? ''} ${outcome}`
}

const start = async (cluster: Cluster): Promise<RunningEngine> => {
  const kubectl = kubectlOf(cluster)
  const connection = await connectAsMetacontroller(cluster, kubectl)
  const calls: string[] = []
  let discovery = await serverDiscovery(connection)
  const double = new Metacontroller({
    client: restClient(connection),
    discovery: {
      byResource: (apiVersion, plural) => discovery.byResource(apiVersion, plural),
      byKind: (apiVersion, kind) => discovery.byKind(apiVersion, kind),
    },
    clock: realClock(),
    random: systemRandom,
    hooks: serviceHooks(kubectl),
    workers: WORKERS,
    informerResyncMs: RESYNC_MS,
    onCall: (record) => {
      calls.push(lineOf(record))
      if (calls.length > LOGGED_CALLS) calls.shift()
    },
  })
  // What ends the real process is followed by a restart of its container.
  const revive = setInterval(() => {
    if (double.failure === undefined) return
    calls.push(`${new Date().toISOString()} it ended: ${String(double.failure)}`)
    double.start()
  }, REVIVE_MS)
  double.start()
  return {
    version: 'the double of Metacontroller, in the process of the harness',
    apply: async (manifests) => {
      const objects = objectsOf(manifests)
      const isServedHere = ({ apiVersion }: KubeObject): boolean => apiVersion.startsWith(KINDS)
      await kubectl.apply(textOf(objects.filter((object) => !isServedHere(object))))
      await kubectl.run(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s'])
      discovery = await serverDiscovery(connection)
      objects.filter(isServedHere).forEach((controller) => double.apply(stored(controller)))
    },
    kill: async () => double.restart(),
    close: () => {
      clearInterval(revive)
      double.stop()
    },
    log: async () => calls.join('\n'),
  }
}

/** Our own double on the real API server: same identity, same rights, same hooks over TLS; no binary and no pod needed. */
export const double: Engine = { name: 'double', images: async () => [], start }
