import * as E from 'fp-ts/Either'
import type { KubeClient, KubeError } from '../../../api/kubernetes/client'
import type { KubeObject, ObjectRef } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { waitFor } from '../wait'
import type { Kind, Stage } from './stage'

/** An object as the tests look at it. */
export type Seen = KubeObject & {
  readonly spec?: Record<string, unknown>
  readonly status?: {
    readonly phase?: string
    readonly conditions?: ReadonlyArray<Condition>
    readonly [field: string]: unknown
  }
}

export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
}

const ended = (error: KubeError): Error => new Error(`${error.reason}: ${error.message}`)

export const refOf = (stage: Stage, kind: Kind | 'Job' | 'PersistentVolumeClaim', name: string): ObjectRef => ({
  apiVersion: kind === 'Job' ? 'batch/v1' : kind === 'PersistentVolumeClaim' ? 'v1' : API_VERSION,
  kind,
  namespace: stage.namespace,
  name,
})

/** The object, or nothing when it is not there. */
export const look = async (kube: KubeClient, ref: ObjectRef): Promise<Seen | undefined> => {
  const found = await kube.get(ref)()
  if (E.isRight(found)) return found.right
  if (found.left.reason === 'NotFound') return undefined
  throw ended(found.left)
}

export const listAll = async (stage: Stage, kind: Kind): Promise<ReadonlyArray<Seen>> => {
  const found = await stage.kube.list({ apiVersion: API_VERSION, kind, namespace: stage.namespace })()
  if (E.isLeft(found)) throw ended(found.left)
  return found.right.items
}

const describe = (seen: Seen | undefined): string =>
  seen === undefined
    ? 'absent'
    : `phase ${seen.status?.phase ?? 'none'}; ${(seen.status?.conditions ?? []).map((one) => `${one.type}=${one.status} ${one.reason}: ${one.message}`).join(' | ')}`

/** Waits until the object is as wanted; the failure says how it was last seen. */
export const eventually = async (
  stage: Stage,
  ...[kind, name, wanted, limitSeconds = 120]: readonly [
    kind: Kind,
    name: string,
    wanted: (seen: Seen) => boolean,
    limitSeconds?: number,
  ]
): Promise<Seen> => {
  let last: Seen | undefined
  try {
    return await waitFor(
      `${kind} ${name}`,
      async () => {
        last = await look(stage.kube, refOf(stage, kind, name))
        return last !== undefined && wanted(last) ? last : undefined
      },
      { limitSeconds, everyMs: 150 },
    )
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}; ${describe(last)}`)
  }
}

export const inPhase =
  (...phases: ReadonlyArray<string>) =>
  (seen: Seen): boolean =>
    phases.includes(seen.status?.phase ?? '')

export const conditionOf = (seen: Seen, type: string): Condition | undefined =>
  seen.status?.conditions?.find((one) => one.type === type)

export const gone = (stage: Stage, kind: Kind, name: string, limitSeconds = 120): Promise<true> =>
  waitFor(
    `${kind} ${name} to go`,
    async () => ((await look(stage.kube, refOf(stage, kind, name))) === undefined ? true : undefined),
    { limitSeconds, everyMs: 150 },
  )

export const remove = async (
  stage: Stage,
  kind: Kind | 'Job',
  name: string,
  propagationPolicy: 'Background' | 'Foreground' | 'Orphan' = 'Background',
): Promise<void> => {
  const removed = await stage.kube.remove(refOf(stage, kind, name), { propagationPolicy })()
  if (E.isLeft(removed) && removed.left.reason !== 'NotFound') throw ended(removed.left)
}

export const annotate = async (
  stage: Stage,
  kind: Kind,
  name: string,
  annotations: Record<string, string | null>,
): Promise<void> => {
  const patched = await stage.kube.patch(refOf(stage, kind, name), {
    type: 'merge',
    body: { metadata: { annotations } },
  })()
  if (E.isLeft(patched)) throw ended(patched.left)
}

export const patchSpec = async (
  stage: Stage,
  kind: Kind,
  name: string,
  spec: Record<string, never> | object,
): Promise<void> => {
  const body = JSON.parse(JSON.stringify({ spec }))
  const patched = await stage.kube.patch(refOf(stage, kind, name), { type: 'merge', body })()
  if (E.isLeft(patched)) throw ended(patched.left)
}

/** The kopia snapshot a Snapshot stands for. */
export const kopiaId = (seen: Seen): string => {
  const snapshot = seen.status?.['snapshot']
  return typeof snapshot === 'object' && snapshot !== null && 'kopiaSnapshotID' in snapshot
    ? String(snapshot.kopiaSnapshotID)
    : ''
}
