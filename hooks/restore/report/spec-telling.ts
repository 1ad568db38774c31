import type { HoldOf, Telling } from './telling'

export const SPEC_HOLDS = [
  'InvalidSpec',
  'NotSupported',
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
