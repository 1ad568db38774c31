import { Label } from '../../../api/names/labels'
import type { HoldOf, Telling } from './telling'

export const SPEC_HOLDS = [
  'InvalidSpec',
  'NotSupported',
  'RestoreFactsMissing',
  'OutOfScope',
  'NamespaceNotAllowed',
  'WorkSpecTooLarge',
] as const

/** What the author of the Restore has to change. */
export const specTelling = (hold: HoldOf<(typeof SPEC_HOLDS)[number]>): Telling => {
  switch (hold._tag) {
    case 'InvalidSpec':
      return {
        reason: 'InvalidSpec',
        stalled: true,
        open: 0,
        againIn: 300,
        message: hold.problems.map(({ field, message }) => `${field}: ${message}`).join('; '),
        action: 'FixSpec',
      }
    case 'NotSupported':
      return {
        reason: 'NotSupported',
        stalled: true,
        open: 0,
        againIn: 300,
        message: `${hold.field} is not supported by this release; ${hold.instead}.`,
        action: 'FixSpec',
      }
    case 'RestoreFactsMissing':
      return {
        reason: 'RestoreFactsMissing',
        stalled: true,
        open: 0,
        againIn: 300,
        message: `Its label ${Label.state} says that it is over, and its status does not say how it ended: it was put back, or copied from another. It never runs. To restore, create a new Restore without that label.`,
        action: 'CreateNewRestore',
      }
    case 'OutOfScope':
      return {
        reason: 'OutOfScope',
        stalled: true,
        open: 0,
        againIn: 300,
        message: `This service acts on namespace ${hold.namespace} only. Create the Restore there, or install with cluster scope.`,
      }
    case 'NamespaceNotAllowed':
      return {
        reason: 'NamespaceNotAllowed',
        stalled: true,
        open: 0,
        againIn: 60,
        message: `ClusterRepository ${hold.repository} does not admit namespace ${hold.namespace}. Ask its owner to add it to spec.allowedNamespaces.`,
        action: 'AllowNamespace',
      }
    case 'WorkSpecTooLarge':
      return {
        reason: 'WorkSpecTooLarge',
        stalled: true,
        open: 3,
        againIn: 300,
        message: `What the mover has to be told takes ${hold.bytes} bytes and ${hold.limit} are allowed. Shorten the CA bundle of the repository.`,
        action: 'FixSpec',
      }
  }
}
