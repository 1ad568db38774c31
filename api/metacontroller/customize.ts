import * as t from 'io-ts'
import type { LabelSelector } from '../kubernetes/client'
import { kubeObject } from '../kubernetes/object'

/** Body of a customize call, both controller types, hook version v2. */
export const customizeRequest = t.type({ controller: kubeObject, parent: kubeObject })
export type CustomizeRequest = t.TypeOf<typeof customizeRequest>

/** One related rule. `names` is never empty (that would select everything) and never beside a selector. */
export type RelatedRule = {
  readonly apiVersion: string
  /** Lower-case plural. */
  readonly resource: string
  readonly namespace?: string
} & (
  | { readonly names: ReadonlyArray<string>; readonly labelSelector?: never }
  | { readonly labelSelector: LabelSelector; readonly names?: never }
  | { readonly names?: never; readonly labelSelector?: never }
)

export type CustomizeAnswer = { readonly relatedResources: ReadonlyArray<RelatedRule> }
