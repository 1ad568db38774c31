import type { KubeObject } from '../../../api/kubernetes/object'
import type { World } from '../world/world'

export const QUIET = 'invariant 6: every fixed point is quiet'

const MINUTE = 60_000
/** Writes in a quarter of an hour above which something loops. */
const PROBES = 400

/**
 * Starts everything anew at the fixed point: all is asked once more, and nothing is written. Only the probe of a
 * repository comes by the clock, and not often; what it finds of an emptied backend may be told.
 */
export const judgeQuiet = async (world: World): Promise<void> => {
  const writes: string[] = []
  const probes: string[] = []
  world.history.onChange(({ type, object, by }) => {
    const list = world.wiped || isProbe(object) ? probes : writes
    list.push(`${by} ${type} ${object.kind} ${object.metadata.name}`)
  })
  world.cluster.metacontroller.restart()
  for (let minute = 0; minute < 15 && writes.length + probes.length <= PROBES; minute += 1) await world.run(MINUTE)
  if (writes.length > 0) world.violate(QUIET, `${writes.length} writes, as ${writes.slice(0, 5).join('; ')}`)
  if (probes.length > PROBES) world.violate(QUIET, `${probes.length} writes about one repository`)
}

const isProbe = ({ kind, metadata }: KubeObject): boolean =>
  kind === 'Repository' || metadata.name.endsWith('-discovery') || metadata.name.includes('-discovery-')
