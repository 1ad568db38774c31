import type { Random } from '../../../embedded/random/random'

/** One snapshot as kopia lists it. */
export interface KopiaSnapshot {
  readonly id: string
  readonly username: string
  readonly hostname: string
  readonly sourcePath: string
  readonly startTime: string
  readonly endTime: string
  readonly tags: { readonly [key: string]: string }
  readonly pinned?: boolean
}

/** What was done to a repository, and for which Job. */
export type KopiaAct =
  | { readonly _tag: 'Created'; readonly at: number; readonly job: string }
  | { readonly _tag: 'Saved'; readonly at: number; readonly job: string; readonly runUid: string; readonly id: string }
  | {
      readonly _tag: 'Deleted'
      readonly at: number
      readonly job: string
      readonly memberUid: string
      readonly snapshot: KopiaSnapshot
    }
  | {
      readonly _tag: 'Restored'
      readonly at: number
      readonly job: string
      readonly restoreUid: string
      readonly claim: string
      readonly id: string
      /** When the snapshot was taken: it keeps that under every id. */
      readonly startTime: string
    }

export const RUN_TAG = 'kopiur-run'

/** A kopia repository reduced to what hooks can tell apart: its snapshots by id, identity and run tag. */
export class KopiaRepository {
  readonly uniqueId: string
  private readonly held = new Map<string, KopiaSnapshot>()

  constructor(private readonly random: Random) {
    this.uniqueId = this.id()
  }

  list(): ReadonlyArray<KopiaSnapshot> {
    return [...this.held.values()]
  }

  get(id: string): KopiaSnapshot | undefined {
    return this.held.get(id)
  }

  byRun(runUid: string): ReadonlyArray<KopiaSnapshot> {
    return this.list().filter(({ tags }) => tags[RUN_TAG] === runUid)
  }

  save(snapshot: Omit<KopiaSnapshot, 'id'>): KopiaSnapshot {
    const saved = { ...snapshot, id: this.id() }
    this.held.set(saved.id, saved)
    return saved
  }

  delete(id: string): void {
    this.held.delete(id)
  }

  /** kopia writes a new manifest for a changed pin: the id changes, nothing else. Without a change the id stays. */
  pin(snapshot: KopiaSnapshot, pinned: boolean): KopiaSnapshot {
    if ((snapshot.pinned ?? false) === pinned) return snapshot
    this.held.delete(snapshot.id)
    return this.save({ ...snapshot, pinned })
  }

  private id(): string {
    return this.random.uuid().replaceAll('-', '')
  }
}

/** Backends by what a work spec says of them; a backend without a repository is empty. */
export class Backends {
  readonly acts: KopiaAct[] = []
  private readonly repositories = new Map<string, KopiaRepository>()

  constructor(private readonly random: Random) {}

  at(storage: unknown): KopiaRepository | undefined {
    return this.repositories.get(JSON.stringify(storage))
  }

  create(storage: unknown): KopiaRepository {
    const repository = new KopiaRepository(this.random)
    this.repositories.set(JSON.stringify(storage), repository)
    return repository
  }

  wipe(storage: unknown): void {
    this.repositories.delete(JSON.stringify(storage))
  }

  all(): ReadonlyArray<KopiaRepository> {
    return [...this.repositories.values()]
  }
}
