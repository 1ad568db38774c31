import type { Restore } from '../../api/kinds/restore'
import { capName } from '../core/names'

/** The Job of a Restore carries its name; a second one, made once when the first is lost, ends in `-r2`. */
export const jobName = ({ metadata }: Pick<Restore, 'metadata'>): string => capName(metadata.name)
export const secondJobName = ({ metadata }: Pick<Restore, 'metadata'>): string => capName(`${metadata.name}-r2`)

export const namespaceOf = ({ metadata }: { readonly metadata: { readonly namespace?: string } }): string =>
  metadata.namespace ?? 'default'
