import { setTimeout as sleep } from 'node:timers/promises'
import type { KubeClient } from '../../../api/kubernetes/client'
import { OBSERVED_KINDS, seenOf, type ObservedKind, type Seen } from '../../observed'
import { KindWatch, type Rests } from './kind-watch'

/** How long the first scrape waits for the first lists; Prometheus gives up after 10 s. */
const PATIENCE_MS = 5_000

/** What is known at the moment of a scrape. */
export interface Look {
  readonly seen: Seen
  /** Kinds of which all objects were seen at least once. */
  readonly listed: ReadonlySet<ObservedKind>
  /** Kinds whose changes are heard of now. */
  readonly current: ReadonlySet<ObservedKind>
}

/** Knows the objects that metrics tell of from the first look on; before it nothing is asked for. */
export interface Collector {
  readonly look: () => Promise<Look>
  readonly stop: () => void
}

export interface CollectorOptions {
  readonly rests?: Rests
  readonly patienceMs?: number
}

export const objectCollector = (kube: KubeClient, options: CollectorOptions = {}): Collector => {
  let started: { readonly watches: ReadonlyArray<KindWatch>; readonly ready: Promise<unknown> } | undefined
  let last: Look | undefined
  const start = () => {
    const watches = OBSERVED_KINDS.map(
      (kind) => new KindWatch(kube, kind, { onChange: () => (last = undefined), rests: options.rests }),
    )
    const patience = sleep(options.patienceMs ?? PATIENCE_MS, undefined, { ref: false })
    return { watches, ready: Promise.race([patience, Promise.all(watches.map(({ first }) => first))]) }
  }
  return {
    look: async () => {
      started ??= start()
      await started.ready
      last ??= lookAt(started.watches)
      return last
    },
    stop: () => started?.watches.forEach((watch) => watch.stop()),
  }
}

const lookAt = (watches: ReadonlyArray<KindWatch>): Look => ({
  seen: seenOf(watches.flatMap(({ facts }) => [...facts.values()])),
  listed: kindsOf(watches.filter(({ isListed }) => isListed)),
  current: kindsOf(watches.filter(({ isCurrent }) => isCurrent)),
})

const kindsOf = (watches: ReadonlyArray<KindWatch>): ReadonlySet<ObservedKind> =>
  new Set(watches.map(({ kind }) => kind))
