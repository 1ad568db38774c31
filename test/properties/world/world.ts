import { isRight } from 'fp-ts/Either'
import type { KubeObject, ObjectRef } from '../../../api/kubernetes/object'
import type { FaultPlan } from '../../../embedded/api/fault'
import { timedOut } from '../../../embedded/api/fault'
import type { Store } from '../../../embedded/api/store'
import { VirtualClock } from '../../../embedded/clock/virtual-clock'
import { createCluster, type EmbeddedCluster } from '../../../embedded/cluster'
import type { HookAnswer } from '../../../embedded/metacontroller/hook-caller'
import { seededRandom, type Random } from '../../../embedded/random/random'
import type { Controller } from '../../../hooks/hook'
import type { KubeClient } from '../../../api/kubernetes/client'
import { answerCall } from '../../../hooks/shell/answer-call'
import { startJobController, type Fate } from '../model/job-controller'
import { Backends } from '../model/kopia-repository'
import { startSnapshotting } from '../model/snapshotting'
import { startVolumes } from '../model/volumes'
import { controllersFor, productKinds, storageKinds } from './definitions'
import { History } from './history'
import { hookLine, type LineFaults } from './hook-line'

export const START = Date.parse('2026-03-01T00:00:00Z')
export const SYSTEM = 'kopiur-system'
export const APPS = 'apps'

export interface WorldOptions {
  readonly seed: number
  readonly controllers: ReadonlyArray<Controller>
  /** What stands between the hooks and the API; a broken one is a test of the oracles. */
  readonly hooksClient?: (client: KubeClient, world: World) => KubeClient
}

/** Troubles that come and go; all at rest when zero. */
export interface Troubles {
  readonly line: LineFaults
  /** Longest cache lag in milliseconds. */
  lag: number
  /** No change arrives sooner. */
  leastLag: number
  /** Share of API requests of the hooks and of Metacontroller that fail. */
  api: number
  /** Shares of what befalls an attempt of a mover. */
  mover: { [fate in Exclude<Fate, 'Succeeds'>]: number }
  /** How far the hooks' clock is ahead, in milliseconds. */
  skew: number
}

export const atRest = (): Troubles => ({
  line: { down: false, lost: 0, doubled: 0 },
  lag: 20,
  leastLag: 0,
  api: 0,
  mover: { DiesBefore: 0, DiesAfter: 0, CannotReport: 0, Fails: 0 },
  skew: 0,
})

export interface Violation {
  readonly oracle: string
  readonly at: number
  readonly what: string
}

/** A cluster with the product, modelled movers and repositories, a history, and troubles to switch on and off. */
export class World {
  readonly clock = new VirtualClock(START)
  readonly random: Random
  readonly backends: Backends
  readonly troubles: Troubles = atRest()
  readonly cluster: EmbeddedCluster & { readonly clock: VirtualClock }
  readonly history: History
  readonly violations: Violation[] = []
  /** When the troubles ended and the schedules were stopped. */
  calmAt: number | undefined
  /** When no hook could be called. */
  readonly outages: Array<{ readonly from: number; to?: number }> = []
  /** How far the hooks' clock was behind at worst, in milliseconds. */
  behind = 0
  /** How far it was ahead at most: until then it holds slots for done, and the first one after them may be told of. */
  ahead = 0
  /** Somebody emptied the backend. */
  wiped = false
  private readonly answerListeners: Array<(path: string, body: unknown, answer: HookAnswer) => void> = []
  private readonly stops: Array<() => void> = []

  constructor(options: WorldOptions) {
    this.random = seededRandom(options.seed)
    this.backends = new Backends(seededRandom(options.seed + 1))
    const environment: { kube?: KubeClient } = {}
    const answer = answerCall({
      controllers: options.controllers,
      kube: lazyClient(() => environment.kube),
      now: () => this.clock.now() + this.troubles.skew,
      settings: {
        operatorNamespace: SYSTEM,
        mover: {
          image: 'mover',
          imagePullSecrets: [],
          serviceAccount: 'kopiur-mover',
          progressIntervalSeconds: 0,
        },
      },
      instance: 'hooks-0',
    })
    const cluster = createCluster({
      clock: this.clock,
      seed: options.seed,
      kinds: [...productKinds, ...storageKinds],
      controllers: controllersFor(options.controllers),
      namespaces: [SYSTEM, APPS],
      events: false,
      hooks: hookLine(answer, this.troubles.line, this.random, (path, body, told) =>
        this.answerListeners.forEach((listener) => listener(path, body, told)),
      ),
      lag: () => this.lag(),
      hookDuration: () => this.random.integer(1, 30),
      apiDelay: () => this.random.integer(0, 5),
      faults: this.faults('metacontroller'),
    })
    this.cluster = { ...cluster, clock: this.clock }
    this.history = new History(this.store, this.clock)
    const client = cluster.clientFor('hooks', this.faults('hooks'))
    environment.kube = options.hooksClient === undefined ? client : options.hooksClient(client, this)
    this.stops.push(
      startVolumes(this.store, this.clock),
      startSnapshotting(this.store, this.clock, this.random),
      startJobController({
        store: this.store,
        clock: this.clock,
        random: this.random,
        backends: this.backends,
        fate: () => this.fate(),
        duration: () => this.random.integer(1_000, 45_000),
      }),
    )
  }

  get store(): Store {
    return this.cluster.store
  }

  onAnswer(listener: (path: string, body: unknown, answer: HookAnswer) => void): void {
    this.answerListeners.push(listener)
  }

  violate(oracle: string, what: string): void {
    this.violations.push({ oracle, at: this.clock.now(), what })
  }

  get(ref: ObjectRef): KubeObject | undefined {
    const found = this.store.get(ref)
    return isRight(found) ? found.right : undefined
  }

  list(apiVersion: string, kind: string, namespace?: string): ReadonlyArray<KubeObject> {
    const found = this.store.list({ apiVersion, kind, ...(namespace === undefined ? {} : { namespace }) })
    return isRight(found) ? found.right.items : []
  }

  /** Does something as a person with kubectl would; a refusal is shrugged off. */
  person<A>(act: (store: Store) => A): A {
    return this.history.by('person', () => act(this.store))
  }

  hooksDown(down: boolean): void {
    const last = this.outages.at(-1)
    if (down && !this.troubles.line.down) this.outages.push({ from: this.clock.now() })
    if (!down && this.troubles.line.down && last !== undefined) last.to = this.clock.now()
    this.troubles.line.down = down
  }

  async run(milliseconds: number): Promise<void> {
    const until = this.clock.now() + milliseconds
    await this.clock.run((at) => this.cluster.metacontroller.failure === undefined && at <= until)
    const { failure } = this.cluster.metacontroller
    if (failure !== undefined) {
      this.violate('the answers end no process', String(failure))
      return
    }
    await this.clock.runUntil(until)
  }

  stop(): void {
    this.stops.forEach((stop) => stop())
    this.cluster.stop()
  }

  private lag(): number {
    const drawn = this.random.next() < 0.7 ? this.random.integer(1, 20) : this.random.integer(1, this.troubles.lag)
    return Math.max(drawn, this.troubles.leastLag)
  }

  private fate(): Fate {
    const drawn = this.random.next()
    const { DiesBefore, DiesAfter, CannotReport, Fails } = this.troubles.mover
    if (drawn < DiesBefore) return 'DiesBefore'
    if (drawn < DiesBefore + DiesAfter) return 'DiesAfter'
    if (drawn < DiesBefore + DiesAfter + CannotReport) return 'CannotReport'
    return drawn < DiesBefore + DiesAfter + CannotReport + Fails ? 'Fails' : 'Succeeds'
  }

  private faults(actor: 'metacontroller' | 'hooks'): FaultPlan {
    return () => {
      this.history.acts(actor)
      if (this.troubles.api === 0 || this.random.next() >= this.troubles.api) return undefined
      return this.random.next() < 0.5 ? { _tag: 'Fail', error: timedOut } : { _tag: 'LoseAnswer', error: timedOut }
    }
  }
}

/** The hooks are made before the cluster they speak to. */
const lazyClient = (client: () => KubeClient | undefined): KubeClient => {
  const now = (): KubeClient => {
    const found = client()
    if (found === undefined) throw new Error('the cluster is not up')
    return found
  }
  return {
    get: (ref) => now().get(ref),
    list: (query) => now().list(query),
    create: (object) => now().create(object),
    update: (object) => now().update(object),
    updateStatus: (object) => now().updateStatus(object),
    patch: (ref, patch) => now().patch(ref, patch),
    remove: (ref, options) => now().remove(ref, options),
    watch: (query, handlers) => now().watch(query, handlers),
  }
}
