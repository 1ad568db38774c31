import type { KubeObject } from '../../api/kubernetes/object'
import { refOf } from '../api/kind-definition'
import type { ApiPort } from './api-port'
import { ApiFailure, isConflict } from './failure'
import type { Work } from './work'

/** Waits before the second, third and fourth try. */
const RETRY_DELAYS: ReadonlyArray<number> = [10, 50, 250]

interface AtomicUpdate {
  /** Only its identity counts; what is changed is the live object. */
  readonly object: KubeObject
  /** Undefined: nothing to do. */
  readonly change: (live: KubeObject) => KubeObject | undefined
  readonly status?: boolean
}

/**
 * Reads the live object, changes it, writes it, and begins again on a conflict, four times. Another object of that name
 * counts as not found.
 */
export const atomicUpdate = async (api: ApiPort, work: Work, update: AtomicUpdate): Promise<KubeObject> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await tryOnce(api, work, update)
    } catch (error) {
      const delay = RETRY_DELAYS[attempt]
      if (!isConflict(error) || delay === undefined) throw error
      await work.sleep(delay)
    }
  }
}

const tryOnce = async (api: ApiPort, work: Work, { object, change, status }: AtomicUpdate): Promise<KubeObject> => {
  const live = await api.get(work, refOf(object))
  if (live.metadata.uid !== object.metadata.uid) throw new ApiFailure(replaced(object))
  const next = change(live)
  if (next === undefined) return live
  return status === true ? api.updateStatus(work, next) : api.update(work, next)
}

const replaced = (object: KubeObject) =>
  ({ reason: 'NotFound', code: 404, message: `${object.kind} "${object.metadata.name}" not found` }) as const
