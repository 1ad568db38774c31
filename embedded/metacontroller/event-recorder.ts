import type { KubeClient } from '../../api/kubernetes/client'
import type { KubeObject } from '../../api/kubernetes/object'
import { formatInstant } from '../../hooks/core/time/instant'
import type { Clock } from '../clock/clock'
import type { Random } from '../random/random'

export interface EventRecorder {
  readonly record: (regarding: KubeObject, type: 'Normal' | 'Warning', reason: string, message: string) => void
}

/** Events about one object: 25 at once, then one in five minutes. */
const BURST = 25
const REFILL_MS = 300_000

interface Bucket {
  tokens: number
  at: number
}

/** Writes Events of the core API, counting repetitions of one message up; what the API refuses is lost. */
export const eventRecorder = (client: KubeClient, clock: Clock, random: Random): EventRecorder => {
  const buckets = new Map<string, Bucket>()
  const written = new Map<string, KubeObject>()
  const admit = (uid: string): boolean => {
    const now = clock.now()
    const { tokens, at } = buckets.get(uid) ?? { tokens: BURST, at: now }
    const filled = Math.min(BURST, tokens + (now - at) / REFILL_MS)
    buckets.set(uid, { tokens: filled >= 1 ? filled - 1 : filled, at: now })
    return filled >= 1
  }
  const write = async (key: string, event: KubeObject): Promise<void> => {
    const release = clock.hold()
    const known = written.get(key)
    const answer = await (known === undefined ? client.create(event) : client.update(repeated(known, clock.now())))()
    if (answer._tag === 'Right') written.set(key, answer.right)
    else written.delete(key)
    release()
  }
  return {
    record: (regarding, type, reason, message) => {
      const uid = regarding.metadata.uid ?? regarding.metadata.name
      if (!admit(uid)) return
      const event = newEvent(regarding, { type, reason, message }, clock.now())
      const suffix = random.uuid().slice(0, 8)
      const named = { ...event, metadata: { ...event.metadata, name: `${regarding.metadata.name}.${suffix}` } }
      void write(`${uid} ${reason} ${message}`, named)
    },
  }
}

export const noEvents: EventRecorder = { record: () => undefined }

interface Note {
  readonly type: string
  readonly reason: string
  readonly message: string
}

const newEvent = (regarding: KubeObject, note: Note, now: number): KubeObject => {
  const { name, namespace, uid, resourceVersion } = regarding.metadata
  const involvedObject = {
    apiVersion: regarding.apiVersion,
    kind: regarding.kind,
    name,
    namespace,
    resourceVersion,
    uid,
  }
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace: namespace ?? 'default' },
    ...note,
    count: 1,
    firstTimestamp: formatInstant(now),
    lastTimestamp: formatInstant(now),
    involvedObject,
    source: { component: 'metacontroller' },
  }
}

const repeated = (event: KubeObject, now: number): KubeObject => ({
  ...event,
  count: Number(event['count']) + 1,
  lastTimestamp: formatInstant(now),
})
