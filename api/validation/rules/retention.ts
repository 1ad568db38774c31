import type { Retention } from '../../kinds/shared/retention'
import { refuseIf, type Problems } from '../problem'

/** A block that keeps nothing would delete everything. */
export const keepsSomething = (retention: Retention, path: string): Problems =>
  refuseIf(
    Object.values({ ...retention }).every((count) => count === undefined || count === 0),
    path,
    'keeps nothing, so every snapshot would be deleted: set one of the keep fields above 0, or leave the block out to keep all',
  )
