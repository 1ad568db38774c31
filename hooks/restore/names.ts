import type { Restore } from '../../api/kinds/restore'
import { capName } from '../core/names'

/** The Job of a Restore carries its name; a second one, made once when the first is lost, ends in `-r2`. */
export const jobName = ({ metadata }: Pick<Restore, 'metadata'>): string => capName(metadata.name)
export const secondJobName = ({ metadata }: Pick<Restore, 'metadata'>): string => capName(`${metadata.name}-r2`)

export const namespaceOf = ({ metadata }: { readonly metadata: { readonly namespace?: string } }): string =>
  metadata.namespace ?? 'default'

/** Marks, in memory only, a run that stands for one claim of a Restore: it has a name of its own. */
export const RUN_OF = 'run-of'

export const isRunOfClaim = ({ metadata }: Pick<Restore, 'metadata'>): boolean =>
  metadata.annotations?.[RUN_OF] !== undefined

/** The Restore itself, also of a run that stands for one of its claims. */
export const ownerName = ({ metadata }: Pick<Restore, 'metadata'>): string =>
  metadata.annotations?.[RUN_OF] ?? metadata.name
