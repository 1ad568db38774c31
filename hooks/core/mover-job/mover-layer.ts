/** A part of the core API that is passed through as the user wrote it. */
export type Opaque = { readonly [field: string]: unknown }

export interface CacheSettings {
  readonly capacity?: string
  readonly storageClassName?: string
  readonly mode?: 'Ephemeral' | 'Persistent'
  readonly contentCacheSizeMb?: number
  readonly metadataCacheSizeMb?: number
}

/** What one author says of a mover: the repository's `moverDefaults`, a recipe's `mover`, an inherited context. */
export interface MoverLayer {
  readonly resources?: Opaque
  readonly cache?: CacheSettings
  readonly securityContext?: Opaque
  readonly podSecurityContext?: Opaque
  readonly privilegedMode?: boolean
  readonly ttlSecondsAfterFinished?: number
}

/** What only a repository can say: where its movers may run. */
export interface MoverPlacement {
  readonly nodeSelector?: { readonly [key: string]: string }
  readonly tolerations?: ReadonlyArray<Opaque>
  readonly affinity?: Opaque
  readonly podLabels?: { readonly [key: string]: string }
  readonly podAnnotations?: { readonly [key: string]: string }
}

/** A layer and the name it goes by in messages, as `Repository.spec.moverDefaults`. */
export interface NamedLayer {
  readonly from: string
  readonly layer: MoverLayer
}
