import type { KubeObject } from '../../../api/kubernetes/object'
import { normal, normalName } from './normal'

/** What became of one object. */
export interface Life {
  /** Owners, finalizers and labels as they were last seen. */
  readonly bonds: string
  /** One after the other, without what tells only how fast it went: a Job may be seen before or after its start has a time. */
  readonly statuses: ReadonlyArray<string>
  /** The last of them whole. */
  readonly last: string
  readonly end: 'stays' | 'is dying' | 'is gone'
}

/** The lives of all objects that share a name once times and UIDs are out of it, in an order of their own. */
export type Story = ReadonlyMap<string, ReadonlyArray<Life>>

export interface Sighting {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: KubeObject
}

const bondsOf = ({ metadata }: KubeObject): string =>
  JSON.stringify(
    normal({
      owners: (metadata.ownerReferences ?? []).map(({ kind, name, controller }) => ({ kind, name, controller })),
      finalizers: metadata.finalizers ?? [],
      labels: metadata.labels ?? {},
    }),
  )

const endOf = ({ type, object }: Sighting): Life['end'] =>
  type === 'DELETED' ? 'is gone' : object.metadata.deletionTimestamp === undefined ? 'stays' : 'is dying'

const withoutRepeats = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.filter((text, index) => text !== texts[index - 1])

const PACE = ['timing', 'progress']

const withoutPace = (status: unknown): unknown =>
  typeof status === 'object' && status !== null
    ? Object.fromEntries(Object.entries(status).filter(([field]) => !PACE.includes(field)))
    : null

const textOf = (value: unknown): string => JSON.stringify(normal(value) ?? null)

/** `judged`: kinds whose status the hooks write. */
const lifeOf = (sightings: ReadonlyArray<Sighting>, judged: (kind: string) => boolean): Life | undefined => {
  const last = sightings.at(-1)
  const living = sightings.filter(({ type }) => type !== 'DELETED').at(-1)
  if (last === undefined) return undefined
  const seen = judged(last.object.kind) ? sightings.map(({ object }) => object['status']) : []
  return {
    bonds: bondsOf((living ?? last).object),
    statuses: withoutRepeats(seen.map((status) => textOf(withoutPace(status)))),
    last: textOf(seen.at(-1)),
    end: endOf(last),
  }
}

const byText = (a: Life, b: Life): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

/** The story that what was seen tells; `sightings` in the order of their arrival. */
export const storyOf = (sightings: ReadonlyArray<Sighting>, judged: (kind: string) => boolean): Story => {
  const byUid = new Map<string, Sighting[]>()
  sightings.forEach((one) => {
    const uid = one.object.metadata.uid ?? ''
    byUid.set(uid, [...(byUid.get(uid) ?? []), one])
  })
  const story = new Map<string, Life[]>()
  byUid.forEach((seen) => {
    const life = lifeOf(seen, judged)
    const name = seen[0] === undefined ? '' : normalName(seen[0].object)
    if (life !== undefined) story.set(name, [...(story.get(name) ?? []), life].sort(byText))
  })
  return story
}
