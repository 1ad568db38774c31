import type { Snapshot } from '../../../api/kinds/snapshot'
import { capName } from '../names'

/** The mover Job of a run and the one that takes over when the first is lost. */
export const runJobName = ({ metadata }: Pick<Snapshot, 'metadata'>): string => capName(metadata.name)
export const secondJobName = ({ metadata }: Pick<Snapshot, 'metadata'>): string => capName(`${metadata.name}-r2`)
