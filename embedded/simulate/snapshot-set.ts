import type { Snapshot } from '../../api/kinds/snapshot'
import type { KubeObject } from '../../api/kubernetes/object'
import type { Instant } from '../../hooks/core/time/instant'
import type { ChildDecision } from '../../hooks/hook'
import { annotated, begun, ended, slotOf } from './modelled-snapshot'
import type { Story } from './story'

/** What is to be told of the Snapshots of one policy. */
export interface SnapshotEvents {
  readonly began: (snapshot: Snapshot, now: Instant, end: Instant) => void
  /** Taken away, `unfinished` before its run was over. */
  readonly dropped: (
    snapshot: Snapshot,
    now: Instant,
    why: { readonly reason: string; readonly unfinished: boolean },
  ) => void
}

/** The Snapshots of one policy: created, annotated and dropped as its hook decides, their runs modelled. */
export class SnapshotSet {
  private readonly snapshots = new Map<string, Snapshot>()
  private readonly applied = new Map<string, KubeObject>()
  private readonly ends = new Map<string, Instant>()
  private answered: ReadonlyArray<ChildDecision> = []
  private made = 0
  /** By name; another list after each change. */
  list: ReadonlyArray<Snapshot> = []

  constructor(
    private readonly story: Pick<Story, 'until' | 'durationMs' | 'failing'>,
    private readonly events: SnapshotEvents,
  ) {}

  get(name: string): Snapshot | undefined {
    return this.snapshots.get(name)
  }

  /** When the next run ends. */
  get nextEnd(): Instant | undefined {
    return this.ends.size === 0 ? undefined : Math.min(...this.ends.values())
  }

  endRuns(now: Instant): void {
    for (const [name, end] of this.ends) if (end <= now) this.finish(name, end)
  }

  /** Whether an answer changed anything; the answer of the call before cannot. */
  apply(children: ReadonlyArray<ChildDecision>, now: Instant): boolean {
    if (children === this.answered) return false
    this.answered = children
    const changed = children.filter((child) => this.applyOne(child, now)).length > 0
    if (changed) this.relist()
    return changed
  }

  private applyOne(child: ChildDecision, now: Instant): boolean {
    const { name } = child.object.metadata
    switch (child._tag) {
      case 'create':
        return slotOf(child.object) <= this.story.until && this.create(child.object, now)
      case 'keep':
        if (this.applied.get(name) === child.object) return false
        this.applied.set(name, child.object)
        return this.annotate(name, child.object)
      case 'drop':
        return this.drop(name, now, child.reason)
    }
  }

  private create(object: KubeObject, now: Instant): boolean {
    this.made += 1
    const born = begun(object, `snapshot-${this.made}`, now)
    const end = now + this.story.durationMs
    this.snapshots.set(born.metadata.name, born)
    this.ends.set(born.metadata.name, end)
    this.events.began(born, now, end)
    return true
  }

  private annotate(name: string, wanted: KubeObject): boolean {
    const before = this.snapshots.get(name)
    const after = before === undefined ? undefined : annotated(before, wanted)
    if (after === undefined || after === before) return false
    this.snapshots.set(name, after)
    return true
  }

  private drop(name: string, now: Instant, reason: string): boolean {
    const gone = this.snapshots.get(name)
    if (gone === undefined) return false
    this.events.dropped(gone, now, { reason, unfinished: this.ends.delete(name) })
    this.snapshots.delete(name)
    this.applied.delete(name)
    return true
  }

  private finish(name: string, end: Instant): void {
    this.ends.delete(name)
    const running = this.snapshots.get(name)
    if (running === undefined) return
    this.snapshots.set(name, ended(running, end, this.story.failing.has(slotOf(running))))
    this.relist()
  }

  private relist(): void {
    this.list = [...this.snapshots.values()].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
  }
}
