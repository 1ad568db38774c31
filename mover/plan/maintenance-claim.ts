import type { MaintenanceOperation } from '../../api/mover/work-spec'

export type Claim =
  { readonly _tag: 'Ours' } | { readonly _tag: 'Take' } | { readonly _tag: 'Yield'; readonly holder: string }

/** Who may run maintenance: the recorded owner decides, and the takeover policy when that is somebody else. */
export const claimOf = (recorded: string, operation: MaintenanceOperation): Claim => {
  if (recorded === operation.owner) return { _tag: 'Ours' }
  const free = recorded === '' || operation.aliases.includes(recorded)
  return free || operation.takeoverPolicy === 'Force' ? { _tag: 'Take' } : { _tag: 'Yield', holder: recorded }
}

/** `user@host` of an owner as the client identity to connect as. */
export const clientOf = (owner: string): { readonly username: string; readonly hostname: string } | undefined => {
  const at = owner.indexOf('@')
  return at <= 0 || at === owner.length - 1
    ? undefined
    : { username: owner.slice(0, at), hostname: owner.slice(at + 1) }
}
