import type { KubeObject } from '../../api/kubernetes/object'
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../api/remove-object'
import type { ApiPort } from './api-port'
import { atomicUpdate } from './atomic-update'
import type { Work } from './work'

const finalizersOf = (object: KubeObject): ReadonlyArray<string> => object.metadata.finalizers ?? []

export const isDying = (object: KubeObject): boolean => object.metadata.deletionTimestamp !== undefined

export const withoutFinalizer = (object: KubeObject, name: string): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, finalizers: finalizersOf(object).filter((finalizer) => finalizer !== name) },
})

const withFinalizer = (object: KubeObject, name: string): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, finalizers: [...finalizersOf(object), name] },
})

/** One controller's finalizer: on every selected parent if the controller has a finalize hook, on none if not. */
export class Finalizer {
  constructor(
    readonly name: string,
    readonly enabled: boolean,
    private readonly api: ApiPort,
  ) {}

  isOn(object: KubeObject): boolean {
    return finalizersOf(object).includes(this.name)
  }

  /** Puts the finalizer on or off, going by the cached object; never on to a dying one. */
  async sync(work: Work, object: KubeObject): Promise<KubeObject> {
    if (this.isOn(object) === this.enabled) return object
    if (!this.enabled) return this.remove(work, object)
    if (isDying(object)) return object
    const change = (live: KubeObject): KubeObject | undefined =>
      this.isOn(live) ? undefined : withFinalizer(live, this.name)
    return atomicUpdate(this.api, work, { object, change })
  }

  remove(work: Work, object: KubeObject): Promise<KubeObject> {
    const change = (live: KubeObject): KubeObject | undefined =>
      this.isOn(live) ? withoutFinalizer(live, this.name) : undefined
    return atomicUpdate(this.api, work, { object, change })
  }

  /** Whether children of a dying parent are managed: not while the garbage collector works on them. */
  managesChildren(parent: KubeObject): boolean {
    if (!isDying(parent)) return true
    const finalizers = finalizersOf(parent)
    if (finalizers.includes(FOREGROUND_FINALIZER) || finalizers.includes(ORPHAN_FINALIZER)) return false
    return this.enabled && finalizers.includes(this.name)
  }
}
