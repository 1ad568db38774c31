import type { KubeObject } from '../../api/kubernetes/object'
import { isKindName } from '../../api/kinds'
import { API_VERSION } from '../../api/names/group'
import { parseInstant } from '../../hooks/core/time/instant'
import type { Store } from '../api/store'
import { subject } from './subject'
import { isClosed } from './jobs/job-spec'

const TERMINAL: { readonly [kind: string]: ReadonlyArray<string> } = {
  Snapshot: ['Succeeded', 'Unchanged', 'Failed', 'Discovered'],
  Restore: ['Completed', 'Failed'],
  Repository: ['Ready', 'Failed'],
  ClusterRepository: ['Ready', 'Failed'],
}

/** Objects that something is still to happen to by itself; slots in the future are nobody's business yet. */
export const unfinished = (store: Store, now: number): ReadonlyArray<string> =>
  store.all().flatMap((object) => (isUnfinished(object, now) ? [subject(object)] : []))

const isUnfinished = (object: KubeObject, now: number): boolean => {
  if (object.kind === 'Job' && object.apiVersion === 'batch/v1') return !isClosed(object)
  if (object.apiVersion !== API_VERSION || !isKindName(object.kind)) return false
  if (object.metadata.deletionTimestamp !== undefined) return true
  const status = fields(object['status'])
  const terminal = TERMINAL[object.kind]
  if (terminal !== undefined) return !terminal.includes(String(status['phase']))
  return object.kind === 'SnapshotSchedule' && (isUnseen(object, status) || isDue(object, status, now))
}

const isUnseen = ({ metadata }: KubeObject, { observedGeneration }: Fields): boolean =>
  observedGeneration !== metadata.generation

const isDue = ({ spec }: KubeObject, { nextSchedule }: Fields, now: number): boolean => {
  const next = parseInstant(String(fields(nextSchedule)['at']))
  return fields(fields(spec)['schedule'])['suspend'] !== true && next._tag === 'Some' && next.value <= now
}

type Fields = { readonly [field: string]: unknown }

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
