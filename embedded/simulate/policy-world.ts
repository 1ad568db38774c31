import type { ScheduleMemory, ScheduleSkip } from '../../api/kinds/shared/schedule-memory'
import { snapshot as snapshotCodec, type Snapshot } from '../../api/kinds/snapshot'
import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import type { KubeObject } from '../../api/kubernetes/object'
import { Annotation } from '../../api/names/annotations'
import { Label } from '../../api/names/labels'
import { sameJson } from '../../hooks/core/json/same-json'
import { formatInstant, type Instant } from '../../hooks/core/time/instant'
import type { ChildDecision } from '../../hooks/hook'
import { needKey, type Need, type ReadOutcome, type Reads } from '../../hooks/need'
import type { Settings } from '../../hooks/settings'
import { policyNeed } from '../../hooks/snapshot-policy/memory'
import { snapshotsNeed } from '../../hooks/snapshot-policy/pruning/live-rows'
import type { PolicyDecision } from '../../hooks/snapshot-policy/decision-of'
import { deliberate } from '../../hooks/snapshot-policy/deliberate'
import type { History } from './history'
import { matchesSelector } from '../../hooks/core/kube'
import { snapshotNeed } from '../../hooks/snapshot-policy/slots/observe-minting'
import { rememberedTiming, slotsOfSkip } from './slot-list'
import type { Story } from './story'

/** Syncs within which a policy must come to rest. */
const ROUNDS = 50

const settings: Settings = {
  operatorNamespace: 'kopiur-system',
  mover: { image: '', imagePullSecrets: [], serviceAccount: '', progressIntervalSeconds: 60 },
}

/** A status that was written has said all there is to say, unless it froze Snapshots that are still to be made. */
const isMinting = ({ status }: PolicyDecision): boolean =>
  Object.values(status.schedules ?? {}).some(({ minting }) => minting !== undefined)

/** One policy with its Snapshots: decided by the hook itself, applied as Metacontroller applies, runs modelled. */
export class PolicyWorld {
  private snapshots = new Map<string, Snapshot>()
  private listed: ReadonlyArray<Snapshot> = []
  private readonly applied = new Map<string, KubeObject>()
  private readonly ends = new Map<string, Instant>()
  private wakesAt: Instant | undefined
  private made = 0
  private answered: ReadonlyArray<ChildDecision> = []

  private readonly keys: { readonly policy: string; readonly snapshots: string }
  private readonly mine: ReadonlyArray<SnapshotSchedule>

  constructor(
    private policy: SnapshotPolicy,
    private readonly story: Story,
    private readonly history: History,
  ) {
    this.keys = { policy: needKey(policyNeed(policy)), snapshots: needKey(snapshotsNeed(policy)) }
    this.mine = story.schedules.filter(({ metadata }) => metadata.namespace === policy.metadata.namespace)
  }

  get key(): string {
    return `${this.policy.metadata.namespace ?? ''}/${this.policy.metadata.name}`
  }

  get memories(): { readonly [uid: string]: ScheduleMemory } {
    return this.policy.status?.schedules ?? {}
  }

  get kept(): ReadonlyArray<string> {
    return this.listed.filter(({ status }) => status?.snapshot !== undefined).map(({ metadata }) => metadata.name)
  }

  /** When something happens next: a run ends, or the hook wants to look again. */
  get due(): Instant | undefined {
    const times = [...this.ends.values(), ...(this.wakesAt === undefined ? [] : [this.wakesAt])]
    return times.length === 0 ? undefined : Math.min(...times)
  }

  get isSuspended(): boolean {
    return this.policy.spec.suspend === true
  }

  get hasRuns(): boolean {
    return this.ends.size > 0
  }

  /** Lets what is due happen, and the policy come to rest. */
  advance(now: Instant): void {
    for (const [name, end] of this.ends) if (end <= now) this.finish(name, end)
    for (let round = 0; round < ROUNDS; round += 1) if (!this.sync(now)) return
    throw new Error(`${this.key} does not come to rest at ${formatInstant(now)}`)
  }

  private sync(now: Instant): boolean {
    const decision = this.decide(now)
    this.wakesAt = decision.resyncAfterSeconds === undefined ? undefined : now + decision.resyncAfterSeconds * 1000
    const children = decision.children === this.answered ? 0 : this.applyAll(decision.children, now)
    this.answered = decision.children
    const written = this.writeStatus(decision)
    return children > 0 || (written && isMinting(decision))
  }

  private applyAll(children: ReadonlyArray<ChildDecision>, now: Instant): number {
    const changed = children.filter((child) => this.apply(child, now)).length
    if (changed > 0) this.relist()
    return changed
  }

  private decide(now: Instant): PolicyDecision {
    const request = {
      policy: this.policy,
      snapshots: this.listed,
      repositories: this.story.repositories,
      schedules: this.schedules(now),
    }
    const reads = this.atHand()
    for (;;) {
      const told: Reads = reads
      const { needs, decision } = deliberate(request, { reads: told, now, settings, refusals: [] })
      const wanted = needs.filter((need) => !reads.has(needKey(need)))
      if (wanted.length === 0) return decision()
      for (const need of wanted) reads.set(needKey(need), this.read(need))
    }
  }

  /** Names of the Snapshots that are being made. */
  private mintedNow(): ReadonlyArray<string> {
    return Object.values(this.memories).flatMap(({ minting }) => minting?.members.map(({ name }) => name) ?? [])
  }

  /** What the hook reads in most calls; here it costs nothing, and spares a round of asking. */
  private atHand(): Map<string, ReadOutcome> {
    return new Map<string, ReadOutcome>([
      [this.keys.policy, { _tag: 'Found', object: this.policy }],
      [this.keys.snapshots, { _tag: 'Listed', items: this.listed }],
      ...this.mintedNow().map((name): [string, ReadOutcome] => {
        const need = snapshotNeed(name, this.policy.metadata.namespace ?? '')
        return [needKey(need), this.read(need)]
      }),
    ])
  }

  /** After the end of the story no further slot fires. */
  private schedules(now: Instant): ReadonlyArray<SnapshotSchedule> {
    return now <= this.story.until
      ? this.mine
      : this.mine.map((one) =>
          this.isOver(one) ? { ...one, spec: { ...one.spec, schedule: { ...one.spec.schedule, suspend: true } } } : one,
        )
  }

  private isOver({ metadata: { uid = '' } }: SnapshotSchedule): boolean {
    const next = this.memories[uid]?.next
    return next === undefined || Date.parse(next) > this.story.until
  }

  private read(need: Need): ReadOutcome {
    if (need._tag === 'List') return { _tag: 'Listed', items: this.list(need) }
    const object = need.ref.kind === 'SnapshotPolicy' ? this.policy : this.snapshots.get(need.ref.name)
    return object === undefined ? { _tag: 'Missing' } : { _tag: 'Found', object }
  }

  private list({ kind, labelSelector }: Extract<Need, { readonly _tag: 'List' }>): ReadonlyArray<KubeObject> {
    switch (kind) {
      case 'Snapshot':
        return this.listed
      case 'SnapshotSchedule':
        return this.story.schedules
      default:
        return this.story.claims.filter(
          ({ metadata }) =>
            metadata.namespace === this.policy.metadata.namespace &&
            matchesSelector(labelSelector, metadata.labels ?? {}),
        )
    }
  }

  private apply(child: ChildDecision, now: Instant): boolean {
    const { object } = child
    const { name } = object.metadata
    switch (child._tag) {
      case 'create':
        return this.create(object, now)
      case 'keep':
        if (this.applied.get(name) === object) return false
        this.applied.set(name, object)
        return this.update(object)
      case 'drop':
        return this.remove(name, now, child.reason)
    }
  }

  private create(object: KubeObject, now: Instant): boolean {
    this.made += 1
    const born = snapshotCodec.decode({
      ...object,
      metadata: { ...object.metadata, uid: `snapshot-${this.made}`, creationTimestamp: formatInstant(now) },
      status: { phase: 'Running', origin: 'scheduled', timing: { startTime: formatInstant(now) } },
    })
    if (born._tag === 'Left') throw new Error(`the hook made a Snapshot that is none: ${object.metadata.name}`)
    const { metadata } = born.right
    this.snapshots.set(metadata.name, born.right)
    const end = now + this.story.durationMs
    this.ends.set(metadata.name, end)
    const slot = Date.parse(metadata.annotations?.[Annotation.slot] ?? '')
    this.history.begin(`${this.key}#/${metadata.name}`, {
      policy: this.key,
      schedule: `${metadata.namespace ?? ''}/${metadata.labels?.[Label.schedule] ?? ''}`,
      name: metadata.name,
      slot,
      startTime: now,
      endTime: end,
      outcome: this.story.failing.has(slot) ? 'Failed' : 'Succeeded',
    })
    return true
  }

  private update(object: KubeObject): boolean {
    const before = this.snapshots.get(object.metadata.name)
    if (before === undefined) return false
    const { [Annotation.prunedBy]: _, ...others } = before.metadata.annotations ?? {}
    const annotations = { ...others, ...object.metadata.annotations }
    if (sameJson(annotations, before.metadata.annotations)) return false
    this.snapshots.set(before.metadata.name, { ...before, metadata: { ...before.metadata, annotations } })
    return true
  }

  private remove(name: string, now: Instant, reason: string): boolean {
    const gone = this.snapshots.get(name)
    if (gone === undefined) return false
    if (this.ends.delete(name)) this.history.replace(`${this.key}#/${name}`, now)
    this.snapshots.delete(name)
    this.applied.delete(name)
    this.history.drop(gone, now, reason)
    return true
  }

  private finish(name: string, end: Instant): void {
    this.ends.delete(name)
    const before = this.snapshots.get(name)
    if (before === undefined) return
    const failed = this.story.failing.has(Date.parse(before.metadata.annotations?.[Annotation.slot] ?? ''))
    this.snapshots.set(name, {
      ...before,
      status: {
        ...before.status,
        phase: failed ? 'Failed' : 'Succeeded',
        timing: {
          ...before.status?.timing,
          endTime: formatInstant(end),
          durationSeconds: Math.round(this.story.durationMs / 1000),
        },
        ...(failed
          ? { failure: { kopiaErrorClass: 'Unknown', message: 'The run was made to fail.', retryRecommended: true } }
          : { snapshot: { kopiaSnapshotID: name, identity: { username: 'simulated', hostname: 'simulated' } } }),
      },
    })
    this.relist()
  }

  private relist(): void {
    this.listed = [...this.snapshots.values()].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
  }

  private writeStatus({ status }: PolicyDecision): boolean {
    if (sameJson(status, this.policy.status)) return false
    this.recordSkips(status.schedules ?? {})
    this.policy = { ...this.policy, status }
    return true
  }

  private recordSkips(after: { readonly [uid: string]: ScheduleMemory }): void {
    for (const [uid, memory] of Object.entries(after)) {
      const before = this.memories[uid]?.skips ?? []
      if (memory.skips === undefined || sameJson(memory.skips, before)) continue
      const timing = rememberedTiming(uid, memory)
      for (const skip of memory.skips) {
        const known = before.find(({ slot }) => slot === skip.slot)
        if (known?.count === skip.count) continue
        const slots = slotsOfSkip(timing, skip).slice(known?.count ?? 0)
        this.history.skip({ policy: this.key, schedule: this.scheduleKey(memory), reason: skip.reason }, slots)
      }
    }
  }

  private scheduleKey({ name }: Pick<ScheduleSkip & ScheduleMemory, 'name'>): string {
    return `${this.policy.metadata.namespace ?? ''}/${name}`
  }
}
