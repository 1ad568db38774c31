import type { Snapshot } from '../../../api/kinds/snapshot'
import { LABEL_LIMIT, shortHash } from '../names'

/** Names of the objects of a stage: `<snapshot>-snap` and `<snapshot>-src`; a long one keeps its head and gets a hash. */
export const stageNames = ({ metadata: { name } }: Pick<Snapshot, 'metadata'>) => ({
  volumeSnapshot: suffixed(name, 'snap'),
  claim: suffixed(name, 'src'),
})

const suffixed = (name: string, suffix: string): string => {
  const whole = `${name}-${suffix}`
  if (whole.length <= LABEL_LIMIT) return whole
  const hash = shortHash(name)
  return `${name.slice(0, LABEL_LIMIT - hash.length - suffix.length - 2)}-${hash}-${suffix}`
}
