import type { BootstrapOperation } from '../../api/mover/work-spec'

/** The maintenance owner to write, if any: at creation always, later only over nobody or a named predecessor. */
export const ownerToStamp = (recorded: string, created: boolean, operation: BootstrapOperation): string | undefined => {
  const wanted = operation.maintenanceOwner
  if (wanted === undefined || wanted === recorded) return undefined
  const replaceable = created || recorded === '' || (operation.replaceOwners ?? []).includes(recorded)
  return replaceable ? wanted : undefined
}
