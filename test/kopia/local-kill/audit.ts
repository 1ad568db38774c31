import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { API_VERSION } from '../../../api/names/group'
import type { JournalEntry } from '../../../embedded/api/journal'

interface Skip {
  readonly slot: string
  readonly until?: string
  readonly count: number
  readonly reason: string
}
interface Memory {
  readonly name: string
  readonly next?: string
  readonly handled?: string
  readonly skips?: ReadonlyArray<Skip>
}

const MINUTE = 60_000

/** What came of every slot of every schedule: names of Snapshots made for it, reasons of skips that cover it. */
export const slotsOf = (entries: ReadonlyArray<JournalEntry>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const runs = snapshotsBorn(entries)
  const histories = memoryHistories(entries)
  return new Map(
    [...histories].flatMap(([uid, memories]) =>
      minutes(memories).map((slot): [string, ReadonlyArray<string>] => [
        `${memories[0]?.name} ${slot}`,
        [
          ...runs
            .filter((run) => run.schedule === uid && Date.parse(run.slot) === Date.parse(slot))
            .map(({ name }) => name),
          ...new Set(
            memories.flatMap(({ skips = [] }) =>
              skips.filter((skip) => covers(skip, slot)).map(({ reason }) => reason),
            ),
          ),
        ],
      ]),
    ),
  )
}

const covers = ({ slot, until }: Skip, time: string): boolean =>
  Date.parse(slot) <= Date.parse(time) && Date.parse(time) <= Date.parse(until ?? slot)

/** Each Snapshot a schedule made, once for each UID. */
const snapshotsBorn = (entries: ReadonlyArray<JournalEntry>) => {
  const born = new Map<string, { readonly schedule: string; readonly slot: string; readonly name: string }>()
  for (const { object } of entries) {
    const { [Annotation.scheduleUid]: schedule, [Annotation.slot]: slot } = object.metadata.annotations ?? {}
    if (object.kind === 'Snapshot' && schedule !== undefined && slot !== undefined)
      born.set(object.metadata.uid ?? '', { schedule, slot, name: object.metadata.name })
  }
  return [...born.values()]
}

/** All distinct memories of each schedule, by its UID, oldest first. */
const memoryHistories = (entries: ReadonlyArray<JournalEntry>): ReadonlyMap<string, ReadonlyArray<Memory>> => {
  const histories = new Map<string, Memory[]>()
  for (const { object } of entries) {
    if (object.kind !== 'SnapshotPolicy' || object.apiVersion !== API_VERSION) continue
    const { schedules = {} } = (object['status'] ?? {}) as { readonly schedules?: { readonly [uid: string]: Memory } }
    for (const [uid, memory] of Object.entries(schedules)) histories.set(uid, [...(histories.get(uid) ?? []), memory])
  }
  return histories
}

/** The minutes from the first slot a schedule waited for to the last one it decided. */
const minutes = (memories: ReadonlyArray<Memory>): ReadonlyArray<string> => {
  const first = memories.map(({ next }) => next).find((next) => next !== undefined)
  const last = memories
    .map(({ handled }) => handled)
    .filter((handled) => handled !== undefined)
    .pop()
  if (first === undefined || last === undefined) return []
  const count = Math.floor((Date.parse(last) - Date.parse(first)) / MINUTE) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(Date.parse(first) + index * MINUTE).toISOString(),
  )
}

/** Restores that found nothing although a Snapshot of their policy had succeeded before and was there all the while. */
export const blindRestores = (entries: ReadonlyArray<JournalEntry>): ReadonlyArray<string> => {
  const blind = finalObjects(entries).filter(
    (object) => object.kind === 'Restore' && resolution(object) === 'NoSnapshot',
  )
  return blind.flatMap(({ metadata, spec }) => {
    const isItself = ({ object }: JournalEntry) => object.metadata.uid === metadata.uid
    const policy = (spec as { readonly source: { readonly fromPolicy: { readonly name: string } } }).source.fromPolicy
      .name
    const made = entries.findIndex(isItself)
    const ended = entries.findIndex((entry) => isItself(entry) && resolution(entry.object) === 'NoSnapshot')
    const left = new Set(
      entries
        .slice(0, ended)
        .filter(isLeaving)
        .map(({ object }) => object.metadata.uid),
    )
    const saved = entries
      .slice(0, made)
      .some(
        ({ object }) =>
          statusOf(object).phase === 'Succeeded' && policyOf(object) === policy && !left.has(object.metadata.uid),
      )
    return saved ? [metadata.name] : []
  })
}

/** Restores that failed, but for those whose chosen Snapshot the user had deleted: then there is nothing to bring back. */
export const failedRestores = (entries: ReadonlyArray<JournalEntry>): ReadonlyArray<string> => {
  const deleted = new Set(
    entries
      .filter(isLeaving)
      .map(({ object }) => kopiaIdOf(object))
      .filter((id) => id !== undefined),
  )
  return finalObjects(entries)
    .filter(({ kind }) => kind === 'Restore')
    .filter((one) => statusOf(one).phase !== 'Completed' && !deleted.has(chosenBy(one) ?? ''))
    .map(({ metadata }) => metadata.name)
}

const kopiaIdOf = (object: KubeObject): string | undefined =>
  object.kind === 'Snapshot' ? statusOf(object).snapshot?.kopiaSnapshotID : undefined

const chosenBy = (object: KubeObject): string | undefined =>
  ((object['status'] ?? {}) as { readonly resolved?: { readonly kopiaSnapshotID?: string } }).resolved?.kopiaSnapshotID

const isLeaving = ({ type, object }: JournalEntry): boolean =>
  type === 'DELETE' || object.metadata.deletionTimestamp !== undefined

export const resolution = (object: KubeObject): string | undefined =>
  ((object['status'] ?? {}) as { readonly resolved?: { readonly resolution?: string } }).resolved?.resolution

const policyOf = (object: KubeObject): string | undefined =>
  object.kind === 'Snapshot'
    ? (object['spec'] as { readonly policyRef?: { readonly name: string } }).policyRef?.name
    : undefined

/** Objects as they are in the end. */
export const finalObjects = (entries: ReadonlyArray<JournalEntry>): ReadonlyArray<KubeObject> => {
  const objects = new Map<string, KubeObject>()
  for (const { type, object } of entries) {
    if (type === 'PUT') objects.set(object.metadata.uid ?? '', object)
    else objects.delete(object.metadata.uid ?? '')
  }
  return [...objects.values()]
}

export const ofKind = (objects: ReadonlyArray<KubeObject>, kind: string): ReadonlyArray<KubeObject> =>
  objects.filter((object) => object.kind === kind)

export const statusOf = (object: KubeObject) =>
  (object['status'] ?? {}) as { readonly phase?: string; readonly snapshot?: { readonly kopiaSnapshotID?: string } }
