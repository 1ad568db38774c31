import type { KubeObject } from '../../api/kubernetes/object'
import { isArray, isObject } from '../api/json-shape'
import { refOf } from '../api/kind-definition'
import { VOLUME_PROTECTION } from '../api/kinds/persistent-volume'
import { CLAIM_PROTECTION } from '../api/kinds/persistent-volume-claim'
import type { Store } from '../api/store'
import type { Clock } from '../clock/clock'
import { AGAIN_MS, attempt } from './attempt'
import { hasFinalizer, isDying } from './owners'

export interface StorageProtectionOptions {
  readonly store: Store
  readonly clock: Clock
  /** Milliseconds from a change to the reaction on it. */
  readonly delay: () => number
}

/**
 * Lets dying claims go when no unfinished pod and no running Job mounts them, and dying volumes when no claim is bound to
 * them, as kube-controller-manager does. Returns the stop.
 */
export const startStorageProtection = ({ store, clock, delay }: StorageProtectionOptions): (() => void) => {
  let pending: (() => void) | undefined
  const release = (): void => {
    for (const claim of dying(store, 'PersistentVolumeClaim', CLAIM_PROTECTION)) {
      if (!isMounted(store, claim)) unprotect(store, claim, CLAIM_PROTECTION)
    }
    for (const volume of dying(store, 'PersistentVolume', VOLUME_PROTECTION)) {
      if (!isBound(volume)) unprotect(store, volume, VOLUME_PROTECTION)
    }
  }
  const visit = (): void => {
    pending = undefined
    attempt(release, () => soon(AGAIN_MS))
  }
  const soon = (after = delay()): void => {
    pending ??= clock.schedule(clock.now() + after, visit)
  }
  soon()
  const unlisten = store.listen(({ object, type }) => {
    if (CONCERNS.has(object.kind) && (type === 'DELETED' || isDying(object) || isUser(object))) soon()
  })
  return () => {
    unlisten()
    pending?.()
  }
}

const CONCERNS: ReadonlySet<string> = new Set(['PersistentVolumeClaim', 'PersistentVolume', 'Pod', 'Job'])
const isUser = ({ kind }: KubeObject): boolean => kind === 'Pod' || kind === 'Job'

const listed = (store: Store, apiVersion: string, kind: string, namespace?: string): ReadonlyArray<KubeObject> => {
  const found = store.list({ apiVersion, kind, ...(namespace === undefined ? {} : { namespace }) })
  return found._tag === 'Right' ? found.right.items : []
}

const dying = (store: Store, kind: string, finalizer: string): ReadonlyArray<KubeObject> =>
  listed(store, 'v1', kind).filter((object) => isDying(object) && hasFinalizer(object, finalizer))

const isMounted = (store: Store, claim: KubeObject): boolean => {
  const { namespace, name } = claim.metadata
  return (
    listed(store, 'v1', 'Pod', namespace).some((pod) => !isFinishedPod(pod) && mounts(pod['spec'], name)) ||
    listed(store, 'batch/v1', 'Job', namespace).some((job) => isRunningJob(job) && mounts(podSpecOf(job), name))
  )
}

const fieldOf = (value: unknown, field: string): unknown => (isObject(value) ? value[field] : undefined)

const podSpecOf = (job: KubeObject): unknown => fieldOf(fieldOf(job['spec'], 'template'), 'spec')

const isFinishedPod = (pod: KubeObject): boolean =>
  ['Succeeded', 'Failed'].includes(String(fieldOf(pod['status'], 'phase')))

const isRunningJob = (job: KubeObject): boolean => Number(fieldOf(job['status'], 'active') ?? 0) > 0

const mounts = (podSpec: unknown, claim: string): boolean => {
  const volumes = fieldOf(podSpec, 'volumes')
  return (
    isArray(volumes) &&
    volumes.some((volume) => fieldOf(fieldOf(volume, 'persistentVolumeClaim'), 'claimName') === claim)
  )
}

const isBound = (volume: KubeObject): boolean => fieldOf(volume['status'], 'phase') === 'Bound'

const unprotect = (store: Store, object: KubeObject, finalizer: string): void => {
  const finalizers = (object.metadata.finalizers ?? []).filter((name) => name !== finalizer)
  store.patch(refOf(object), { type: 'merge', body: { metadata: { finalizers, uid: object.metadata.uid ?? '' } } })
}
