import type { Snapshot } from '../../api/kinds/snapshot'
import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import { Annotation } from '../../api/names/annotations'
import { sameJson } from '../../hooks/core/json/same-json'
import { formatInstant, type Instant } from '../../hooks/core/time/instant'
import { needKey } from '../../hooks/need'
import type { Settings } from '../../hooks/settings'
import type { PolicyDecision } from '../../hooks/snapshot-policy/decision-of'
import { deliberate } from '../../hooks/snapshot-policy/deliberate'
import type { History } from './history'
import { HookReads } from './hook-reads'
import { slotOf } from './modelled-snapshot'
import { newSkips, type Memories } from './new-skips'
import { SnapshotSet } from './snapshot-set'
import type { Story } from './story'

/** Syncs within which a policy must come to rest. */
const ROUNDS = 50

const settings: Settings = {
  operatorNamespace: 'kopiur-system',
  mover: { image: '', imagePullSecrets: [], serviceAccount: '', progressIntervalSeconds: 60 },
}

/** One policy with its Snapshots: decided by the hook itself, applied as Metacontroller applies, runs modelled. */
export class PolicyWorld {
  private readonly snapshots: SnapshotSet
  private readonly reads: HookReads
  private readonly schedules: ReadonlyArray<SnapshotSchedule>
  private wakesAt: Instant | undefined

  constructor(
    private policy: SnapshotPolicy,
    private readonly story: Story,
    private readonly history: History,
  ) {
    this.snapshots = new SnapshotSet(story, {
      began: (snapshot, now, end) => this.began(snapshot, now, end),
      dropped: (snapshot, now, { reason, unfinished }) => {
        if (unfinished) history.replace(this.runKey(snapshot), now)
        history.drop(snapshot, now, reason)
      },
    })
    this.reads = new HookReads(policy, story, this.snapshots)
    this.schedules = story.schedules.filter(({ metadata }) => metadata.namespace === policy.metadata.namespace)
  }

  get key(): string {
    return this.keyOf(this.policy.metadata.name)
  }

  get memories(): Memories {
    return this.policy.status?.schedules ?? {}
  }

  get kept(): ReadonlyArray<string> {
    return this.snapshots.list
      .filter(({ status }) => status?.snapshot !== undefined)
      .map(({ metadata }) => metadata.name)
  }

  get isSuspended(): boolean {
    return this.policy.spec.suspend === true
  }

  get hasRuns(): boolean {
    return this.snapshots.nextEnd !== undefined
  }

  /** When something happens next: a run ends, or the hook wants to look again. */
  get due(): Instant | undefined {
    const times = [this.snapshots.nextEnd, this.wakesAt].filter((time) => time !== undefined)
    return times.length === 0 ? undefined : Math.min(...times)
  }

  /** Lets what is due happen, and the policy come to rest. */
  advance(now: Instant): void {
    this.snapshots.endRuns(now)
    for (let round = 0; round < ROUNDS; round += 1) if (!this.sync(now)) return
    throw new Error(`${this.key} does not come to rest at ${formatInstant(now)}`)
  }

  private sync(now: Instant): boolean {
    const decision = this.decide(now)
    this.wakesAt = decision.resyncAfterSeconds === undefined ? undefined : now + decision.resyncAfterSeconds * 1000
    const changed = this.snapshots.apply(decision.children, now)
    const written = this.writeStatus(decision)
    return changed || (written && isMinting(decision))
  }

  private decide(now: Instant): PolicyDecision {
    const request = {
      policy: this.policy,
      snapshots: this.snapshots.list,
      repositories: this.story.repositories,
      schedules: this.schedulesAt(now),
    }
    const reads = this.reads.atHand(this.policy)
    for (;;) {
      const { needs, decision } = deliberate(request, { reads, now, settings, refusals: [] })
      const wanted = needs.filter((need) => !reads.has(needKey(need)))
      if (wanted.length === 0) return decision()
      for (const need of wanted) reads.set(needKey(need), this.reads.read(need, this.policy))
    }
  }

  /** After the end of the story no further slot fires. */
  private schedulesAt(now: Instant): ReadonlyArray<SnapshotSchedule> {
    return now <= this.story.until
      ? this.schedules
      : this.schedules.map((one) => (this.isOver(one) ? suspended(one) : one))
  }

  private isOver({ metadata: { uid = '' } }: SnapshotSchedule): boolean {
    const next = this.memories[uid]?.next
    return next === undefined || Date.parse(next) > this.story.until
  }

  private began(snapshot: Snapshot, startTime: Instant, endTime: Instant): void {
    const { name, annotations } = snapshot.metadata
    const slot = slotOf(snapshot)
    this.history.begin(this.runKey(snapshot), {
      policy: this.key,
      schedule: this.keyOf(this.memories[annotations?.[Annotation.scheduleUid] ?? '']?.name ?? ''),
      name,
      slot,
      startTime,
      endTime,
      outcome: this.story.failing.has(slot) ? 'Failed' : 'Succeeded',
    })
  }

  private writeStatus({ status }: PolicyDecision): boolean {
    if (sameJson(status, this.policy.status)) return false
    for (const { schedule, reason, slots } of newSkips(this.memories, status.schedules ?? {}))
      this.history.skip(
        { policy: this.key, schedule: this.keyOf(schedule), reason },
        slots.filter((slot) => slot <= this.story.until),
      )
    this.policy = { ...this.policy, status }
    return true
  }

  private runKey({ metadata }: Snapshot): string {
    return `${this.key} ${metadata.name}`
  }

  private keyOf(name: string): string {
    return `${this.policy.metadata.namespace ?? ''}/${name}`
  }
}

/** A status that was written has said all there is to say, unless it froze Snapshots that are still to be made. */
const isMinting = ({ status }: PolicyDecision): boolean =>
  Object.values(status.schedules ?? {}).some(({ minting }) => minting !== undefined)

const suspended = (schedule: SnapshotSchedule): SnapshotSchedule => ({
  ...schedule,
  spec: { ...schedule.spec, schedule: { ...schedule.spec.schedule, suspend: true } },
})
