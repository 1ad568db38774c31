import type { NamedLayer, Opaque } from './mover-layer'
import { mergeSecurityContexts, settleRoot, type SecurityContexts } from './security-contexts'

export interface Elevation {
  /** The fields that elevate, as `securityContext.runAsUser: 0`. */
  readonly what: ReadonlyArray<string>
  /** The highest layer without which one of them would not stand. */
  readonly from: string
}

/**
 * Says whether movers of these layers, lowest first, run with more than the hardened base allows, which the namespace
 * has to opt in to. `fsGroup` alone is no elevation.
 */
export const elevation = (layers: ReadonlyArray<NamedLayer>): Elevation | undefined => {
  const what = elevated(layers)
  const culprit = [...layers].reverse().find(({ layer }) => saysElevated(layer))
  return what.length === 0 ? undefined : { what, from: culprit?.from ?? 'the merged mover settings' }
}

const saysElevated = (layer: NamedLayer['layer']): boolean => elevated([{ from: '', layer }]).length > 0

const elevated = (layers: ReadonlyArray<NamedLayer>): ReadonlyArray<string> => [
  ...fieldsThatElevate(settleRoot(mergeSecurityContexts(layers.map(({ layer }) => layer)))),
  ...(layers.some(({ layer }) => layer.privilegedMode === true) ? ['privilegedMode: true'] : []),
]

const fieldsThatElevate = ({ container, pod }: SecurityContexts): ReadonlyArray<string> =>
  [
    flag(container['runAsUser'] === 0, 'securityContext.runAsUser: 0'),
    flag(container['privileged'] === true, 'securityContext.privileged: true'),
    flag(container['runAsNonRoot'] === false, 'securityContext.runAsNonRoot: false'),
    flag(container['allowPrivilegeEscalation'] === true, 'securityContext.allowPrivilegeEscalation: true'),
    flag(addedCapabilities(container).length > 0, `securityContext.capabilities.add: ${addedCapabilities(container)}`),
    flag(pod['runAsUser'] === 0, 'podSecurityContext.runAsUser: 0'),
    flag(pod['runAsNonRoot'] === false, 'podSecurityContext.runAsNonRoot: false'),
  ].flat()

const flag = (on: boolean, text: string): ReadonlyArray<string> => (on ? [text] : [])

const addedCapabilities = (container: Opaque): ReadonlyArray<unknown> => {
  const capabilities = container['capabilities']
  return typeof capabilities === 'object' &&
    capabilities !== null &&
    'add' in capabilities &&
    Array.isArray(capabilities.add)
    ? capabilities.add
    : []
}
