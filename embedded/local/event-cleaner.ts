import * as E from 'fp-ts/Either'
import { parseInstant } from '../../hooks/core/time/instant'
import { refOf } from '../api/kind-definition'
import type { Store } from '../api/store'

/** As long as an API server keeps them. */
const EVENT_LIFE_MS = 3_600_000

/** Removes Events that are an hour old. */
export const cleanEvents = (store: Store, now: number): void => {
  for (const apiVersion of ['v1', 'events.k8s.io/v1']) {
    const events = store.list({ apiVersion, kind: 'Event' })
    if (E.isLeft(events)) continue
    events.right.items
      .filter(({ metadata }) => {
        const born = parseInstant(metadata.creationTimestamp ?? '')
        return born._tag === 'Some' && born.value + EVENT_LIFE_MS < now
      })
      .forEach((event) => store.remove(refOf(event)))
  }
}
