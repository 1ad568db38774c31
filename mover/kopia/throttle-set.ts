import type { RepositoryAccess } from '../../api/mover/work-spec'
import { type Command, command } from './command'
import { flag } from './flag'

/** Limits of operations a second, which only this verb can set; undefined when none is wanted. */
export const throttleSet = (access: RepositoryAccess): Command | undefined => {
  const args = [
    ...flag('--read-requests-per-second', access.throttle?.readOpsPerSecond),
    ...flag('--write-requests-per-second', access.throttle?.writeOpsPerSecond),
  ]
  return args.length === 0 ? undefined : command.control('repository throttle set', args)
}
