import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import type { Lens } from '../core/current'
import { untouched } from './untouched'
import type { PolicyRequest } from './request'

/** A policy remembers its slots in its status: an answer that builds on an old one would forget, and mint again. */
export const policyLens: Lens<SnapshotPolicy, PolicyRequest> = {
  parentOf: ({ policy }) => policy,
  withParent: (request, policy) => ({ ...request, policy }),
  untouched,
}
