import type { KubeObject } from '../../../api/kubernetes/object'
import type { Oracle } from './oracle'

/** Calls about one object in one minute that no honest reason explains; a failed call alone is repeated about 15 times. */
const CALLS = 400

export const pace: Oracle = {
  name: 'invariant 6: no answer leads to a hot loop',
  watch: (world) => {
    const counts = new Map<string, number>()
    world.onAnswer((path, body) => {
      const { parent, object } = body as { parent?: KubeObject; object?: KubeObject }
      const key = `${path} ${(parent ?? object)?.metadata.uid} ${Math.floor(world.clock.now() / 60_000)}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count === CALLS) world.violate(pace.name, `${CALLS} calls of ${key} in a minute`)
    })
    return {}
  },
}
