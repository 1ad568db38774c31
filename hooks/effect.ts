import type { KubeObject, ObjectRef, OwnerReference } from '../api/kubernetes/object'

/**
 * What Metacontroller cannot express, a closed union. Each is idempotent and carries the UID it was decided on.
 * They run after decide and the guard, before the answer leaves.
 */
export type Effect =
  | {
      readonly _tag: 'EmitEvent'
      readonly regarding: ObjectRef & { readonly uid: string }
      readonly type: 'Normal' | 'Warning'
      readonly reason: string
      /** What to do next, as `CheckCredentials`. */
      readonly action: string
      readonly message: string
      /** Names the transition, so that the same one is told once: a slot, a generation, a Job's UID. */
      readonly occasion: string
    }
  /** Creates a volume claim: a restore target without an owner, a cache with one. An existing claim of that name is left alone. */
  | { readonly _tag: 'CreateClaim'; readonly claim: KubeObject }
  | { readonly _tag: 'DeleteClaim'; readonly ref: ObjectRef; readonly uid: string; readonly resourceVersion: string }
  /** Takes away what was staged for a Snapshot that is going: no answer can, once nobody owns it any more. */
  | {
      readonly _tag: 'DeleteVolumeSnapshot'
      readonly ref: ObjectRef
      readonly uid: string
      readonly resourceVersion: string
    }
  | {
      readonly _tag: 'PatchVolume'
      readonly name: string
      readonly uid: string
      readonly resourceVersion: string
      readonly claimRef?: { readonly namespace: string; readonly name: string; readonly uid: string }
      readonly reclaimPolicy?: 'Retain' | 'Delete'
      readonly annotations?: { readonly [key: string]: string | null }
    }
  | { readonly _tag: 'CreateSecret'; readonly secret: KubeObject }
  | { readonly _tag: 'CopySecret'; readonly from: ObjectRef; readonly to: KubeObject }
  | { readonly _tag: 'DeleteSecret'; readonly ref: ObjectRef; readonly uid: string; readonly resourceVersion: string }
  /** Puts request tokens and verdicts on one of our objects; `null` takes a key off. */
  | {
      readonly _tag: 'Annotate'
      readonly ref: ObjectRef
      readonly uid: string
      readonly annotations: { readonly [key: string]: string | null }
    }
  /** Gives one of our objects that has no owner to a living one of its namespace, if nobody has changed it meanwhile. */
  | {
      readonly _tag: 'Adopt'
      readonly ref: ObjectRef
      readonly uid: string
      readonly resourceVersion: string
      readonly ownerReferences: ReadonlyArray<OwnerReference>
      readonly labels: { readonly [key: string]: string }
      readonly annotations: { readonly [key: string]: string }
    }
  /** Takes finalizers of this API off a dying object; Metacontroller's are never named here. */
  | {
      readonly _tag: 'RemoveFinalizers'
      readonly ref: ObjectRef
      readonly uid: string
      readonly resourceVersion: string
      readonly finalizers: ReadonlyArray<string>
    }

/** A 403 or 422 (or a lost precondition): given to a second decide as a fact. */
export interface EffectRefusal {
  readonly effect: Effect
  readonly code: number
  readonly message: string
}
