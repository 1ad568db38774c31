import type { MoverLayer, Opaque } from './mover-layer'

/** User and group of the mover image. */
export const MOVER_UID = 65_532

export interface SecurityContexts {
  readonly container: Opaque
  readonly pod: Opaque
}

/** What a mover runs with when nobody says otherwise; admitted by the `restricted` pod security level. */
export const hardened: SecurityContexts = {
  container: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    readOnlyRootFilesystem: true,
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  pod: { fsGroup: MOVER_UID, fsGroupChangePolicy: 'OnRootMismatch' },
}

/**
 * Lays layers, lowest first, over the hardened base, field by field; capabilities keep `drop: [ALL]` beside what is
 * added. User, group and runAsNonRoot belong to the highest layer that pins them for the container or for the pod, so a
 * pod-wide user of a recipe is not shadowed by a container user of the repository.
 */
export const mergeSecurityContexts = (layers: ReadonlyArray<MoverLayer>): SecurityContexts =>
  [...layers.map(contextsOf)].reduce(overlay, hardened)

/** What the kubelet would refuse is put right: root cannot be `runAsNonRoot`. Whether root is allowed is asked elsewhere. */
export const settleRoot = (contexts: SecurityContexts): SecurityContexts =>
  isRoot(contexts) && (contexts.container['runAsNonRoot'] ?? contexts.pod['runAsNonRoot']) === true
    ? { ...contexts, container: { ...contexts.container, runAsNonRoot: false } }
    : contexts

export const isRoot = ({ container, pod }: SecurityContexts): boolean =>
  (container['runAsUser'] ?? pod['runAsUser']) === 0

const PAIRED = ['runAsUser', 'runAsGroup', 'runAsNonRoot']

/** Enough to read and keep what belongs to others, without `privileged`. */
const PRIVILEGED_MODE: SecurityContexts = {
  container: { runAsUser: 0, runAsNonRoot: false, capabilities: { add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'] } },
  pod: {},
}

const contextsOf = (layer: MoverLayer): SecurityContexts => {
  const explicit = { container: layer.securityContext ?? {}, pod: layer.podSecurityContext ?? {} }
  return layer.privilegedMode === true ? overlay(PRIVILEGED_MODE, explicit) : explicit
}

const overlay = (below: SecurityContexts, above: SecurityContexts): SecurityContexts => {
  const claimed = PAIRED.filter((field) => field in above.container || field in above.pod)
  return {
    container: mergeContainer(without(below.container, claimed), above.container),
    pod: { ...without(below.pod, claimed), ...above.pod },
  }
}

const mergeContainer = (below: Opaque, above: Opaque): Opaque => {
  const capabilities = { ...record(below['capabilities']), ...record(above['capabilities']) }
  return { ...below, ...above, ...(Object.keys(capabilities).length === 0 ? {} : { capabilities }) }
}

const record = (value: unknown): Opaque => (typeof value === 'object' && value !== null ? { ...value } : {})

const without = (fields: Opaque, names: ReadonlyArray<string>): Opaque =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
