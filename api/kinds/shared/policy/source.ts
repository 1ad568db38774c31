import {
  array,
  boolean,
  boundedString,
  enumeration,
  nullable,
  object,
  objectWithOneOf,
  string,
  withDefault,
  type TypeOf,
} from '../../../schema'
import { labelSelector } from '../label-selector'
import { nfs } from '../nfs'
import { streamSource } from '../stream'

const pvcSelector = object(
  {},
  {
    labelSelector: nullable(labelSelector),
    namespaceSelector: nullable(object({}, { matchNames: array(string) })),
  },
)

/** What is backed up: one claim, claims by label, an NFS export, or the output of a command. */
export const policySource = objectWithOneOf(
  {},
  {
    acknowledgeLiveMutation: nullable(boolean),
    readOnly: nullable(withDefault(boolean, true)),
    sourcePathOverride: nullable(boundedString({ maxLength: 4096 })),
    sourcePathStrategy: nullable(withDefault(enumeration('PvcName', 'PvcNamespacedName'), 'PvcName')),
  },
  {
    nfs: nullable(nfs),
    pvc: nullable(object({ name: string })),
    pvcSelector: nullable(pvcSelector),
    stream: nullable(streamSource),
  },
)
export type PolicySource = TypeOf<typeof policySource>
