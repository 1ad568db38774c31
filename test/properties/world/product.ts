import { controllers } from '../../../hooks/registry'
import { snapshotPolicy } from '../../../hooks/snapshot-policy'
import type { Controller } from '../../../hooks/hook'

/** The product as it is. */
export const product: ReadonlyArray<Controller> = [
  ...controllers.filter(({ name }) => name !== 'snapshot-policy'),
  snapshotPolicy,
]
