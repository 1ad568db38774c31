import type { Json, JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { VirtualClock } from '../../embedded/clock/virtual-clock'
import { createCluster, type ClusterOptions, type EmbeddedCluster } from '../../embedded/cluster'
import type { HookAnswer } from '../../embedded/metacontroller/hook-caller'
import type { HookRecord } from '../../embedded/metacontroller/trace'
import { TOY, toyKinds } from './toy-kinds'
import { START } from './toy-store'

/** The body of a request as hooks read it. */
export interface Body {
  readonly controller: KubeObject
  readonly parent: KubeObject
  readonly object: KubeObject
  readonly children: { readonly [kind: string]: { readonly [name: string]: KubeObject } }
  readonly attachments: { readonly [kind: string]: { readonly [name: string]: KubeObject } }
  readonly related: { readonly [kind: string]: { readonly [name: string]: KubeObject } }
  readonly finalizing: boolean
}

export type ToyHook = (body: Body) => unknown
export type ToyHooks = { readonly [path: string]: ToyHook }

/** An answer that is more than a 200 with a value. */
export class Raw {
  constructor(readonly answer: HookAnswer) {}
}

export const raw = (status: number, body: unknown = '', headers: { readonly [name: string]: string } = {}): Raw =>
  new Raw({ status, headers, body })

export interface ToyCluster extends EmbeddedCluster<VirtualClock> {
  readonly calls: HookRecord[]
  /** Hooks may be exchanged while the cluster runs. */
  hooks: ToyHooks
  /** Calls of one path, or all. */
  readonly count: (path?: string) => number
  readonly bodies: (path: string) => ReadonlyArray<Body>
}

const asBody = (answer: unknown): HookAnswer =>
  answer instanceof Raw ? answer.answer : { status: 200, headers: {}, body: answer }

export const toyCluster = (
  hooks: ToyHooks,
  controllers: ReadonlyArray<KubeObject>,
  options: Partial<ClusterOptions<VirtualClock>> = {},
): ToyCluster => {
  const calls: HookRecord[] = []
  const clock = new VirtualClock(START)
  const cluster = createCluster({
    clock,
    kinds: toyKinds,
    namespaces: ['team-a', 'team-b'],
    controllers,
    hooks: async (path, body) => {
      const hook = toy.hooks[path]
      if (hook === undefined) throw new Error(`no hook at ${path}`)
      return asBody(hook(body as Body))
    },
    onCall: (record) => calls.push(record),
    ...options,
  })
  const count = (path?: string): number => calls.filter((call) => path === undefined || call.path === path).length
  const bodies = (path: string): ReadonlyArray<Body> =>
    calls.filter((call) => call.path === path).map((call) => call.body as Body)
  const toy: ToyCluster = { ...cluster, calls, hooks, count, bodies }
  return toy
}

const webhook = (path: string) => ({ version: 'v2', webhook: { url: `http://hooks.example:8080${path}` } })

const hooksSpec = (prefix: string, names: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(
    names.map((name) => [name, webhook(`/${prefix}/${name === 'finalize' ? 'fin' : name}`)] as [string, Json]),
  )

export interface ToyController {
  readonly name?: string
  readonly prefix?: string
  readonly hooks?: ReadonlyArray<string>
  readonly spec?: JsonObject
  readonly snaps?: string
}

/** Over Policies, with Snaps (by the given update strategy) and Jobs (OnDelete) as children. */
export const composite = ({ name, prefix, hooks, spec, snaps }: ToyController = {}): KubeObject => ({
  apiVersion: 'metacontroller.k8s.io/v1alpha1',
  kind: 'CompositeController',
  metadata: { name: name ?? 'toy-policy' },
  spec: {
    parentResource: { apiVersion: TOY, resource: 'policies' },
    childResources: [
      { apiVersion: TOY, resource: 'snaps', ...(snaps === undefined ? {} : { updateStrategy: { method: snaps } }) },
      { apiVersion: 'batch/v1', resource: 'jobs', updateStrategy: { method: 'OnDelete' } },
    ],
    hooks: hooksSpec(prefix ?? 'c', hooks ?? ['sync']),
    generateSelector: true,
    ...spec,
  },
})

/** Over Policies, with ConfigMaps and Secrets as attachments. */
export const decorator = ({ name, prefix, hooks, spec }: ToyController = {}): KubeObject => ({
  apiVersion: 'metacontroller.k8s.io/v1alpha1',
  kind: 'DecoratorController',
  metadata: { name: name ?? 'toy-decorator' },
  spec: {
    resources: [{ apiVersion: TOY, resource: 'policies' }],
    attachments: [
      { apiVersion: 'v1', resource: 'configmaps' },
      { apiVersion: 'v1', resource: 'secrets' },
    ],
    hooks: hooksSpec(prefix ?? 'd', hooks ?? ['sync']),
    ...spec,
  },
})

export const snap = (name: string, spec: JsonObject = { n: 1 }, metadata: object = {}): KubeObject => ({
  apiVersion: TOY,
  kind: 'Snap',
  metadata: { name, namespace: 'team-a', ...metadata },
  spec,
})

export const snapRef = (name: string) => ({ apiVersion: TOY, kind: 'Snap', namespace: 'team-a', name })

export const job = (name: string, container: JsonObject = {}): KubeObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, namespace: 'team-a' },
  spec: {
    backoffLimit: 0,
    template: {
      spec: { restartPolicy: 'Never', containers: [{ name: 'm', image: 'x', command: ['a'], ...container }] },
    },
  },
})

export const jobRef = (name: string) => ({ apiVersion: 'batch/v1', kind: 'Job', namespace: 'team-a', name })

export const toy = (kind: string, name: string, metadata: object = {}, spec: JsonObject = {}): KubeObject => ({
  apiVersion: TOY,
  kind,
  metadata: { name, ...(kind === 'ClusterRepo' ? {} : { namespace: 'team-a' }), ...metadata },
  spec,
})
