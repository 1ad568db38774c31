import { createHash } from 'node:crypto'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { Instant } from '../../core/time/instant'
import type { Effect } from '../../effect'

export const REPORTING_CONTROLLER = 'kopiur.home-operations.com/hooks'
export const EVENT_API_VERSION = 'events.k8s.io/v1'
const MAX_NOTE_BYTES = 1024
const MAX_NAME = 253

type EmitEvent = Extract<Effect, { readonly _tag: 'EmitEvent' }>

/** The Event of one transition. Its name is made of the object, the reason and the occasion, so telling it twice is telling it once. */
export const eventObject = (effect: EmitEvent, now: Instant, instance: string): KubeObject => {
  const { uid, ...regarding } = effect.regarding
  return {
    apiVersion: EVENT_API_VERSION,
    kind: 'Event',
    metadata: { name: eventName(effect), namespace: regarding.namespace ?? 'default' },
    eventTime: `${new Date(now).toISOString().slice(0, -1)}000Z`,
    reportingController: REPORTING_CONTROLLER,
    reportingInstance: instance,
    type: effect.type,
    reason: effect.reason,
    action: effect.action,
    note: cut(effect.message),
    regarding: { ...regarding, uid },
  }
}

const eventName = ({ regarding, reason, occasion }: EmitEvent): string => {
  const hash = createHash('sha256')
    .update(JSON.stringify([regarding.uid, reason, occasion]))
    .digest('hex')
    .slice(0, 16)
  return `${regarding.name.slice(0, MAX_NAME - hash.length - 1)}.${hash}`
}

const cut = (note: string): string => {
  const bytes = Buffer.from(note)
  return bytes.length <= MAX_NOTE_BYTES ? note : `${wholeCharacters(bytes.subarray(0, MAX_NOTE_BYTES - 3))}…`
}

const wholeCharacters = (bytes: Buffer): string => bytes.toString('utf8').replace(/\uFFFD+$/, '')
