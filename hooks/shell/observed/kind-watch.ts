import * as E from 'fp-ts/Either'
import type { KubeClient, KubeError, WatchEvent } from '../../../api/kubernetes/client'
import { API_VERSION } from '../../../api/names/group'
import { factsOf, type Facts, type ObservedKind } from '../../observed'
import { keyOf, listFacts } from './list-facts'

export interface Rests {
  /** Before a watch is taken up again that the server ended in its usual ways. */
  readonly againMs: number
  /** Before an API server is asked again that refused or did not answer. */
  readonly laterMs: number
}

const RESTS: Rests = { againMs: 1_000, laterMs: 15_000 }

export interface KindWatchOptions {
  readonly onChange: () => void
  readonly rests: Rests | undefined
}

/**
 * Facts of all objects of one kind: listed once, then kept by a watch. A watch that the server ends in good order goes
 * on where it was; after any other end everything is listed anew, and what vanished meanwhile is forgotten.
 */
export class KindWatch {
  facts: ReadonlyMap<string, Facts> = new Map()
  isListed = false
  isCurrent = false
  /** Fulfilled when the first list was answered, well or not. */
  readonly first: Promise<void>
  private readonly rests: Rests
  private stopped = false
  private timer: NodeJS.Timeout | undefined
  private stopStream: () => void = () => undefined

  constructor(
    private readonly kube: KubeClient,
    readonly kind: ObservedKind,
    private readonly options: KindWatchOptions,
  ) {
    this.rests = options.rests ?? RESTS
    this.first = this.list()
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
    this.stopStream()
  }

  private async list(): Promise<void> {
    const listed = await listFacts(this.kube, this.kind)
    if (this.stopped) return
    if (E.isLeft(listed)) return this.after(this.rests.laterMs, () => this.list())
    this.facts = listed.right.facts
    this.isListed = true
    this.watch(listed.right.facts, listed.right.resourceVersion)
  }

  private watch(facts: Map<string, Facts>, resourceVersion: string): void {
    let version = resourceVersion
    this.tell(true)
    const query = { apiVersion: API_VERSION, kind: this.kind, resourceVersion }
    this.stopStream = this.kube.watch(query, {
      onEvent: (event) => {
        version = event.object.metadata.resourceVersion ?? version
        this.take(facts, event)
      },
      onEnd: (error) => this.goOn(error, () => this.watch(facts, version)),
    })
  }

  private goOn(error: KubeError | undefined, resume: () => void): void {
    if (error === undefined) return this.after(this.rests.againMs, resume)
    this.tell(false)
    this.after(error.reason === 'Gone' ? this.rests.againMs : this.rests.laterMs, () => this.list())
  }

  private take(facts: Map<string, Facts>, { type, object }: WatchEvent): void {
    if (type === 'DELETED') facts.delete(keyOf(object))
    else facts.set(keyOf(object), factsOf(this.kind, object))
    this.options.onChange()
  }

  private tell(isCurrent: boolean): void {
    this.isCurrent = isCurrent
    this.options.onChange()
  }

  private after(ms: number, act: () => unknown): void {
    if (!this.stopped) this.timer = setTimeout(() => void act(), ms)
  }
}
