import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../../api/kubernetes/client'
import type { KubeObject } from '../../../api/kubernetes/object'
import { PART_OF, TRUSTING } from './announce'

/** A watch that ended is taken up again. */
const AGAIN_MS = 1_000
/** Kinds that are not there, or an API server that does not answer, are asked again later. */
const LATER_MS = 60_000

export interface TrustWatch {
  readonly kube: KubeClient
  readonly isTrusted: (object: KubeObject) => boolean
  /** An object of ours appeared or changed that does not trust the authority. */
  readonly onDoubt: () => void
}

/** Watches controller objects and the webhook configuration of the product. Returns the stop. */
export const watchTrust = (watch: TrustWatch): (() => void) => {
  const stops = TRUSTING.map((kind) => watchKind(watch, kind))
  return () => stops.forEach((stop) => stop())
}

const watchKind = (
  { kube, isTrusted, onDoubt }: TrustWatch,
  kind: { readonly apiVersion: string; readonly kind: string },
): (() => void) => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let stopStream: () => void = () => undefined
  const again = (ms: number): void => {
    if (!stopped) timer = setTimeout(() => void follow(), ms)
  }
  const look = (object: KubeObject): void => {
    if (!isTrusted(object)) onDoubt()
  }
  const follow = async (): Promise<void> => {
    const query = { ...kind, labelSelector: PART_OF }
    const listed = await kube.list(query)()
    if (E.isLeft(listed)) return again(LATER_MS)
    if (stopped) return
    listed.right.items.forEach(look)
    stopStream = kube.watch(
      { ...query, resourceVersion: listed.right.resourceVersion },
      {
        onEvent: ({ type, object }) => (type === 'DELETED' ? undefined : look(object)),
        onEnd: () => again(AGAIN_MS),
      },
    )
  }
  void follow()
  return () => {
    stopped = true
    clearTimeout(timer)
    stopStream()
  }
}
