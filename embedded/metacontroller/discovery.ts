/** What a caller must know of a kind to reach it. */
export interface ApiResource {
  readonly apiVersion: string
  readonly kind: string
  /** Lower-case plural. */
  readonly plural: string
  readonly namespaced: boolean
  readonly statusSubresource: boolean
  /** Declared by a CustomResourceDefinition. */
  readonly custom: boolean
}

/** The kinds an API server serves at this moment. */
export interface Discovery {
  readonly byResource: (apiVersion: string, plural: string) => ApiResource | undefined
  readonly byKind: (apiVersion: string, kind: string) => ApiResource | undefined
}
