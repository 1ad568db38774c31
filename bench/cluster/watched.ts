import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../api/kubernetes/client'
import type { KubeObject } from '../../api/kubernetes/object'
import { API_VERSION } from '../../api/names/group'

const LIMIT_MS = 600_000

export interface Watched {
  /** Waits until the Snapshot of that name is as wanted, or is gone; gives the moment in ms. */
  readonly reached: (name: string, phase: string) => Promise<number>
  readonly gone: (name: string) => Promise<number>
  readonly stop: () => void
}

const phaseOf = (object: KubeObject): string => {
  const { status } = object
  return typeof status === 'object' && status !== null && 'phase' in status ? String(status.phase) : ''
}

/** Sees each change of the namespace's Snapshots when it arrives: a watch, so that waiting costs the API server nothing. */
export const watchSnapshots = async (kube: KubeClient, namespace: string): Promise<Watched> => {
  const query = { apiVersion: API_VERSION, kind: 'Snapshot', namespace }
  const listed = await kube.list(query)()
  if (E.isLeft(listed)) throw new Error(listed.left.message)
  const moments = new Map<string, number>()
  const waiting = new Map<string, (at: number) => void>()
  const happened = (key: string): void => {
    const at = Date.now()
    if (!moments.has(key)) moments.set(key, at)
    waiting.get(key)?.(at)
    waiting.delete(key)
  }
  const failed = new Map<string, string>()
  const stop = kube.watch(
    { ...query, resourceVersion: listed.right.resourceVersion },
    {
      onEvent: ({ type, object }) => {
        if (phaseOf(object) === 'Failed') failed.set(object.metadata.name, JSON.stringify(object['status']))
        happened(type === 'DELETED' ? `${object.metadata.name} is gone` : `${object.metadata.name} ${phaseOf(object)}`)
      },
      onEnd: () => undefined,
    },
  )
  const wait = (key: string, name: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const at = moments.get(key)
      if (at !== undefined) return resolve(at)
      const timer = setTimeout(
        () => reject(new Error(`${key}: not seen; ${failed.get(name) ?? 'it did not fail'}`)),
        LIMIT_MS,
      )
      waiting.set(key, (moment) => {
        clearTimeout(timer)
        resolve(moment)
      })
    })
  return {
    reached: (name, phase) => wait(`${name} ${phase}`, name),
    gone: (name) => wait(`${name} is gone`, name),
    stop,
  }
}
