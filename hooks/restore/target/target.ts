import type { Restore } from '../../../api/kinds/restore'
import type { RestoreTarget } from '../../../api/kinds/shared/restore/target'

export type NewClaim = Extract<RestoreTarget, { readonly pvc: unknown }>['pvc']

/** Where the data goes. */
export type Target =
  | { readonly _tag: 'NewClaim'; readonly name: string; readonly wanted: NewClaim }
  | { readonly _tag: 'ExistingClaim'; readonly name: string }
  | { readonly _tag: 'Populator' }
  | { readonly _tag: 'Stream' }

export const targetOf = ({ spec: { target } }: Pick<Restore, 'spec'>): Target => {
  if ('pvc' in target) return { _tag: 'NewClaim', name: target.pvc.name, wanted: target.pvc }
  if ('pvcRef' in target) return { _tag: 'ExistingClaim', name: target.pvcRef.name }
  return 'populator' in target ? { _tag: 'Populator' } : { _tag: 'Stream' }
}

/** The claim of a direct target. */
export const claimName = (restore: Pick<Restore, 'spec'>): string | undefined => {
  const target = targetOf(restore)
  switch (target._tag) {
    case 'NewClaim':
    case 'ExistingClaim':
      return target.name
    case 'Populator':
    case 'Stream':
      return undefined
  }
}
