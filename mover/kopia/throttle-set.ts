import type { RepositoryAccess } from '../../api/mover/work-spec'
import { type Command, command } from './command'

const rate = (flag: string, perSecond: number | undefined) => (perSecond === undefined ? [] : [flag, String(perSecond)])

/** Limits of operations a second, which only this verb can set; undefined when none is wanted. */
export const throttleSet = (access: RepositoryAccess): Command | undefined => {
  const args = [
    ...rate('--read-requests-per-second', access.throttle?.readOpsPerSecond),
    ...rate('--write-requests-per-second', access.throttle?.writeOpsPerSecond),
  ]
  return args.length === 0 ? undefined : command.control('repository throttle set', args)
}
