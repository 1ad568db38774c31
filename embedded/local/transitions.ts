import type { KubeObject } from '../../api/kubernetes/object'
import { API_VERSION } from '../../api/names/group'
import { equalJson } from '../api/canonical'
import type { Store } from '../api/store'
import type { Change } from '../api/watch-hub'
import { subject } from './subject'
import type { LocalLog } from './local-log'

/** Tells of every transition that a person would want to hear of: born, phase, readiness, gone, warnings. */
export const logTransitions = (store: Store, log: LocalLog): (() => void) =>
  store.listen((change) => {
    const { object } = change
    if (object.kind === 'Event') return warning(change, log)
    if (object.apiVersion === API_VERSION) transitionsOf(change).forEach((text) => log(subject(object), text))
  })

const transitionsOf = ({ type, object, before }: Change): ReadonlyArray<string> => {
  if (type === 'DELETED') return ['deleted']
  if (before === undefined) return ['created']
  return [...dying(object, before), ...moved(phase(before), phase(object)), ...readiness(object, before)]
}

const dying = (object: KubeObject, before: KubeObject): ReadonlyArray<string> =>
  object.metadata.deletionTimestamp !== undefined && before.metadata.deletionTimestamp === undefined
    ? ['being deleted']
    : []

const moved = (from: unknown, to: unknown): ReadonlyArray<string> =>
  to === undefined || from === to ? [] : [from === undefined ? String(to) : `${from} -> ${to}`]

const phase = (object: KubeObject): unknown => fields(object['status'])['phase']

/** A new reason of the Ready condition with its message, unless the phase says it already. */
const readiness = (object: KubeObject, before: KubeObject): ReadonlyArray<string> => {
  const [now, then] = [ready(object), ready(before)]
  if (now === undefined || equalJson([now['status'], now['reason']], [then?.['status'], then?.['reason']])) return []
  const message = String(now['message'] ?? '')
  return [`Ready=${now['status']} ${now['reason']}${message === '' ? '' : `: ${message}`}`]
}

const ready = (object: KubeObject): { readonly [field: string]: unknown } | undefined => {
  const conditions = fields(object['status'])['conditions']
  return Array.isArray(conditions) ? conditions.map(fields).find(({ type }) => type === 'Ready') : undefined
}

const warning = ({ type, object, before }: Change, log: LocalLog): void => {
  const regarding = fields(object['regarding'] ?? object['involvedObject'])
  if (type === 'DELETED' || before !== undefined || object['type'] !== 'Warning') return
  const about = [regarding['kind'], regarding['namespace'], regarding['name']]
    .filter((part) => part !== undefined)
    .join('/')
  log(about, `Warning ${String(object['reason'])}: ${String(object['note'] ?? object['message'] ?? '')}`)
}

const fields = (value: unknown): { readonly [field: string]: unknown } =>
  typeof value === 'object' && value !== null ? { ...value } : {}
